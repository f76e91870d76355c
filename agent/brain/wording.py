"""The sentences of letters in two languages. Each message asks for one thing; no emojis, no exclamation marks."""

from typing import NamedTuple

from agent.brain.language import Language


class Wording(NamedTuple):
    subject: str
    follow_up: str
    hello: str  # internal
    dear: str  # external
    regards: str
    took: str  # internal: what they took on
    took_short: str
    short_ask: str  # with a deadline
    short_ask_when: str
    short_formal: str
    short_formal_when: str
    short_points: str
    took_friendly: str
    context: str  # external, first paragraph
    deadline: str
    no_deadline: str
    points: str
    no_points: str
    ask: str  # with a deadline
    ask_when: str  # without one
    ask_friendly: str
    ask_formal: str
    ask_formal_when: str
    thanks: str
    late: str
    late_short: str
    coming: str
    undated: str
    soft: str
    soft_due: str
    part: str
    remind_ask: str
    soft_ask: str
    question: str
    could_you: str
    could_add: str
    missing: str
    missing_formal: str
    missing_late: str
    missing_soft: str
    over_subject: str  # for whoever is to take over
    over: str  # internal
    over_formal: str
    over_was: str  # where the date has passed
    over_ask: str  # with a date to come
    over_ask_when: str


_EN = Wording(
    subject="{customer} SOW - {section} - your input needed",
    follow_up="{customer}{section} - quick follow-up",
    hello="Hi {first},",
    dear="Dear {name},",
    regards="Kind regards,",
    took="In the kickoff you took “{section}” for the {customer} response.",
    took_short="You have “{section}” for {customer}.",
    short_ask="Please send me your draft by {due}.",
    short_ask_when="Please tell me when you can send your draft.",
    short_formal="Please send us your part of our response to {customer}, “{section}”, by {due}.",
    short_formal_when="Please tell us when you can send your part of our response to {customer}, “{section}”.",
    short_points="Points to cover:",
    took_friendly="Thanks for taking “{section}” for the {customer} response in the kickoff.",
    context="We are preparing our response to {customer}. In our kickoff meeting you agreed to contribute to it.",
    deadline="It is due on {due}.",
    no_deadline="No due date was set in the meeting.",
    points="These are the points the request asks for:",
    no_points="The request lists no separate points for this part.",
    ask="Please send me your draft by then.",
    ask_when="Please tell me when you can send your draft.",
    ask_friendly="It would help me a lot to have your draft by then.",
    ask_formal="Please send your contribution in reply to this message by that date.",
    ask_formal_when="Please let me know by which date you can send your contribution.",
    thanks="Thank you for your support.",
    late="“{section}” was due on {due} and I have not received it yet.",
    late_short="“{section}” was due on {due}.",
    coming="“{section}” is due on {due}.",
    undated="I have not received “{section}” yet.",
    soft="Thank you for your last message about “{section}”.",
    soft_due="It was planned for {due}.",
    part="Your part: {section}.",
    remind_ask="Please send me what you have.",
    soft_ask="Please tell me whether the rest will follow as planned.",
    question="Could you add what covers this point: {gap}?",
    could_you="Could you {deed}?",
    could_add="Could you add {thing}?",
    missing="Thank you for what you sent on “{section}”. To complete it I still need the following.",
    missing_formal="Thank you for your contribution to “{section}”. To complete it we still need the following.",
    missing_late="Thank you for what you sent on “{section}”. It was due on {due}, and this is still open.",
    missing_soft="Thank you for your last message on “{section}”. When you get to it, this is what is still open.",
    over_subject="{customer} SOW - {section} - can you take this over?",
    over="Could you take over “{section}” from {before} for the {customer} response?",
    over_formal="Could you take over the part “{section}” of our response to {customer} from {before}?",
    over_was="It was due on {due}.",
    over_ask="Please tell me whether you can, and send me your draft by then.",
    over_ask_when="Please tell me whether you can, and by when.",
)
_PT = Wording(
    subject="Proposta {customer} - {section} - preciso da sua contribuição",
    follow_up="{customer}{section} - acompanhamento",
    hello="Olá, {first},",
    dear="Prezado(a) {name},",
    regards="Atenciosamente,",
    took="No kickoff você ficou com “{section}” na resposta para {customer}.",
    took_short="Você está com “{section}” para {customer}.",
    short_ask="Por favor, envie o seu rascunho até {due}.",
    short_ask_when="Por favor, diga quando pode enviar o seu rascunho.",
    short_formal="Por favor, envie até {due} a sua parte da nossa resposta para {customer}: “{section}”.",
    short_formal_when="Por favor, informe quando pode enviar a sua parte da resposta para {customer}: “{section}”.",
    short_points="Pontos a cobrir:",
    took_friendly="Obrigado por ficar com “{section}” na resposta para {customer}.",
    context="Estamos preparando a nossa resposta para {customer}. Na reunião de kickoff você concordou em contribuir.",
    deadline="O prazo é {due}.",
    no_deadline="Na reunião não foi definido um prazo.",
    points="Estes são os pontos que o edital pede:",
    no_points="O edital não lista pontos separados para esta parte.",
    ask="Por favor, me envie o seu rascunho até lá.",
    ask_when="Por favor, me diga quando pode enviar o seu rascunho.",
    ask_friendly="Ajudaria muito receber o seu rascunho até lá.",
    ask_formal="Por favor, envie a sua contribuição em resposta a esta mensagem até essa data.",
    ask_formal_when="Por favor, informe até que data pode enviar a sua contribuição.",
    thanks="Agradecemos o seu apoio.",
    late="O prazo de “{section}” era {due} e ainda não recebi a sua parte.",
    late_short="O prazo de “{section}” era {due}.",
    coming="O prazo de “{section}” é {due}.",
    undated="Ainda não recebi “{section}”.",
    soft="Obrigado pela sua última mensagem sobre “{section}”.",
    soft_due="O combinado era {due}.",
    part="A sua parte: {section}.",
    remind_ask="Por favor, me envie o que já tem.",
    soft_ask="Por favor, me diga se o restante segue como previsto.",
    question="Pode incluir o que atende a este ponto: {gap}?",
    could_you="Pode {deed}?",
    could_add="Pode incluir {thing}?",
    missing="Obrigado pelo que enviou sobre “{section}”. Para completar ainda preciso do seguinte.",
    missing_formal="Agradecemos a sua contribuição para “{section}”. Para completá-la ainda precisamos do seguinte.",
    missing_late="Obrigado pelo que enviou sobre “{section}”. O prazo era {due}, e isto ainda está em aberto.",
    missing_soft="Obrigado pela última mensagem sobre “{section}”. Quando puder, isto é o que está em aberto.",
    over_subject="Proposta {customer} - {section} - pode assumir esta parte?",
    over="Pode assumir “{section}” no lugar de {before}, na resposta para {customer}?",
    over_formal="Pode assumir a parte “{section}” da nossa resposta a {customer} no lugar de {before}?",
    over_was="O prazo era {due}.",
    over_ask="Por favor, me diga se pode e envie o seu rascunho até lá.",
    over_ask_when="Por favor, me diga se pode e até quando.",
)


def wording(language: Language) -> Wording:
    return _PT if language == "pt" else _EN
