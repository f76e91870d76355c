"""Whether somebody asks how it stands with themselves, and asks nothing else."""

import re

from agent.brain.language import fold

_OWN_STATUS = re.compile(
    r"\W*(?:(?:hi|hello|hey|ola|oi|please|por favor|so)\b\W*)*"
    r"(?:(?:and |so |e )?what (?:do|did) i (?:still )?(?:owe|have to (?:do|send|deliver|hand in))"
    r"|what(?:'s| is| are) (?:my|the) (?:open )?(?:status|tasks?|to-?dos?|parts?)"
    r"|what(?:'s| is) (?:still )?(?:open|missing|left|outstanding|due)(?: (?:for|from|with) me)?"
    r"|(?:my |the )?(?:status|tasks)|am i (?:late|overdue|behind)|when is my part due"
    r"|(?:o que|oque) (?:eu )?(?:ainda )?(?:devo|falta|tenho que (?:fazer|entregar|enviar))(?: (?:de mim|meu|para mim"
    r"|comigo))?"
    r"|(?:qual (?:e )?(?:o |a )?)?(?:meu |minha )(?:status|situacao|pendencias?|tarefas?)"
    r"|quais (?:sao )?(?:as )?minhas (?:pendencias|tarefas)|minhas (?:pendencias|tarefas)|estou (?:atrasad[oa]|em "
    r"atraso))"
    r"(?:\W+(?:now|still|yet|today|here|please|pls|thanks|again|agora|ainda|hoje|por favor|aqui|in this project))*\W*"
)


def own_status(text: str) -> bool:
    """ "What do I owe?", and nothing beside it: whatever else is asked is a question to the owner."""
    return len(text) <= 120 and _OWN_STATUS.fullmatch(fold(text.strip())) is not None
