// The approval page inside Teams, Outlook or Microsoft 365: greets the host, and has it prove who sits there.
(async () => {
  const host = window.microsoftTeams, proofs = document.querySelectorAll('input[name="entra"]');
  try {
    await host.app.initialize();
    host.app.notifySuccess();
    if (!proofs.length) return;
    const token = await host.authentication.getAuthToken();
    for (const proof of proofs) proof.value = token;
    document.querySelector("form[data-sign-in]")?.submit();
  } catch {
    // No host, or one that gives no token: the page says itself how to go on in a browser.
  }
})();
