"""Where RFPs, transcripts and mail come from: a folder of files here, a tool server on Foundry."""
