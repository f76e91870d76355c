"""What is said to the owner's wishes, in English: done as a draft, declined, or not understood."""

WISHES_EN = {
    "help.say": "You can say: {examples}.",
    "help.begin": "I help to answer a request for proposal: I read it, draft the briefs and keep track of the answers. "
    "Say “we received the RFP” when it is here.",
    "help.command": "That is a command of the desk itself, so I did nothing. Type just “{command}”.",
    "lost": "I did not understand that and changed nothing.",
    "lost.rest": "I did not understand this and did nothing about it: “{rest}”.",
    "lost.slip": "Did you mean “{command}”? Type just that.",
    "begin.held": "I have not started and changed nothing. Say “we received the RFP” or “start” when I shall begin.",
    "nothing": "All right. I changed nothing.",
    "later": "I did nothing: I cannot wait for a day or for something to happen. When it is time, say it again.",
    "unanswered.head": "Still to answer:",
    "unanswered.none": "Nobody who was asked still has to answer.",
    "unanswered.unsent": "Nobody has been asked yet.",
    "remind.drafted": "I drafted a reminder to {names}. It leaves only when you approve it on its card.",
    "remind.words": "Your own words are not in it; ask for them as a change on its card.",
    "remind.whom": "I reminded nobody. Say “remind NAME” with somebody who has a task here.",
    "remind.nobody": "There is nobody to remind: no task that was sent out is open.",
    "remind.done": "no reminder, the task is handed in.",
    "remind.own": "no reminder, the task is yours.",
    "remind.unsent": "no reminder, the brief has not been sent yet.",
    "remind.promised": "no reminder yet, they named {day}.",
    "remind.declined": "no reminder, they said that they will not do it; please give it to somebody else.",
    "remind.enough": "no reminder, three were not answered; please speak to them yourself.",
    "remind.waits": "a reminder waits for your approval already.",
    "remind.lately": "no reminder, the last one was less than two days ago.",
    "redraft.none": "I changed nothing: no draft to {name} waits.",
    "redraft.several": "I changed nothing: more than one draft to {name} waits. Ask for the change on its card.",
    "redraft.which": "I changed nothing: I do not know which draft you mean. Say whose it is, like “make the draft for "
    "{name} shorter”, or ask on its card.",
    "redraft.nothing": "I changed nothing: no draft waits.",
    "handover.unclear": "I handed nothing over: I am not sure what goes to whom. Say it for one task and one person, "
    "like "
    "“give {title} to NAME”.",
    "handover.nobody": "I handed nothing over: I do not know who shall take **{title}**. "
    "Write “give {title} to NAME ADDRESS”.",
    "handover.same": "**{title}** is already with {name}; I changed nothing.",
    "handover.done": "I handed nothing over: **{title}** is handed in.",
    "handover.early": "I handed nothing over: the brief for **{title}** has not been sent. Reject it on its card if "
    "{name} "
    "shall not get it; once it is sent, “give {title} to NAME” drafts the change.",
    "handover.undated": "The date “{due}” is not in that message; ask for it as a change on its card.",
    "hold": "Nothing is sent unless you approve it on its card, and I changed nothing. A draft you do not want is "
    "rejected "
    "there.",
    "cannot.undo": "I cannot take anything back and changed nothing. What was sent stays sent; a draft that waits "
    "can be "
    "changed or rejected on its card.",
    "cannot.restart": "I did not start again. To begin anew, write in a new thread.",
    "cannot.reject": "I discarded nothing. A draft is rejected on its card.",
    "cannot.due": "I changed no date. Only the date of a draft that waits can be changed: on its card, or with “make "
    "the "
    "draft for NAME due 5 March”.",
    "cannot.done": "I closed no task and counted nothing. A task counts as handed in when its person answers the "
    "message "
    "they got.",
    "cannot.address": "I changed no address. I take one only for somebody who has none yet.",
    "cannot.person": "I added nobody and no task. Write it into kickoff notes and add them here as a file, with who "
    "does "
    "what until when.",
    "cannot.skip": "I left nothing out. A brief that waits is rejected on its card.",
    "cannot.newer": "I did not read the RFP anew and changed nothing. For a new version of it, write in a new thread.",
    "cannot.write": "I wrote nothing. In words I can only draft a reminder (“remind {name}”) or hand over a task "
    "(“give {title} to NAME”).",
    "show.head": "These drafts wait; the full text of each is on its card, and “{command}” shows them again:",
    "show.line": "- {name}: {subject}",
    "notes.file": "I did not read these notes and changed nothing: I read notes only from a file. Please add them as "
    "one.",
}
