"""What is said to the owner's wishes, in Portuguese: done as a draft, declined, or not understood."""

WISHES_PT = {
    "help.say": "Você pode dizer: {examples}.",
    "help.begin": "Eu ajudo a responder uma RFP: leio o pedido, preparo os briefings e acompanho as respostas. "
    "Diga “recebemos a RFP” quando ela estiver aqui.",
    "help.command": "Isso é um comando do próprio desk, então não fiz nada. Digite só “{command}”.",
    "lost": "Não entendi isso e não mudei nada.",
    "lost.rest": "Não entendi isto e não fiz nada a respeito: “{rest}”.",
    "lost.slip": "Quis dizer “{command}”? Digite só isso.",
    "begin.held": "Não comecei e não mudei nada. Diga “recebemos a RFP” ou “comece” quando for para começar.",
    "nothing": "Tudo bem. Não mudei nada.",
    "later": "Não fiz nada: não consigo esperar por um dia nem por um acontecimento. Quando for a hora, diga de novo.",
    "unanswered.head": "Ainda falta responder:",
    "unanswered.none": "Ninguém a quem se pediu algo ainda precisa responder.",
    "unanswered.unsent": "Ainda não se pediu nada a ninguém.",
    "remind.drafted": "Preparei um lembrete para {names}. Ele só sai quando você aprovar no cartão.",
    "remind.words": "As suas próprias palavras não estão nele; peça-as como mudança no cartão.",
    "remind.whom": "Não lembrei ninguém. Diga “lembre NOME” com alguém que tenha uma tarefa aqui.",
    "remind.nobody": "Não há ninguém para lembrar: nenhuma tarefa enviada está em aberto.",
    "remind.done": "sem lembrete, a tarefa foi entregue.",
    "remind.own": "sem lembrete, a tarefa é sua.",
    "remind.unsent": "sem lembrete, o briefing ainda não foi enviado.",
    "remind.promised": "sem lembrete por enquanto, falou em {day}.",
    "remind.declined": "sem lembrete, a pessoa disse que não vai fazer; passe a outra pessoa.",
    "remind.enough": "sem lembrete, três ficaram sem resposta; fale pessoalmente com essa pessoa.",
    "remind.waits": "um lembrete já aguarda a sua aprovação.",
    "remind.lately": "sem lembrete, o último saiu há menos de dois dias.",
    "redraft.none": "Não mudei nada: nenhum rascunho para {name} aguarda.",
    "redraft.several": "Não mudei nada: mais de um rascunho para {name} aguarda. Peça a mudança no cartão.",
    "redraft.which": "Não mudei nada: não sei de qual rascunho se trata. Diga de quem é, como “deixe o rascunho para "
    "{name} mais curto”, ou peça no cartão.",
    "redraft.nothing": "Não mudei nada: nenhum rascunho aguarda.",
    "handover.unclear": "Não passei nada adiante: não tenho certeza do que vai para quem. Diga isso para uma tarefa "
    "e uma "
    "pessoa, como “passe {title} para NOME”.",
    "handover.nobody": "Não passei nada adiante: não sei quem deve assumir **{title}**. "
    "Escreva “passe {title} para NOME ENDEREÇO”.",
    "handover.same": "**{title}** já está com {name}; não mudei nada.",
    "handover.done": "Não passei nada adiante: **{title}** foi entregue.",
    "handover.early": "Não passei nada adiante: o briefing de **{title}** não foi enviado. Rejeite-o no cartão se "
    "{name} não "
    "deve recebê-lo; depois de enviado, “passe {title} para NOME” prepara a troca.",
    "handover.undated": "O prazo “{due}” não está na mensagem; peça-o como mudança no cartão.",
    "hold": "Nada sai sem a sua aprovação no cartão, e não mudei nada. Um rascunho que você não quer se rejeita lá.",
    "cannot.undo": "Não consigo desfazer nada e não mudei nada. O que foi enviado fica enviado; um rascunho que "
    "aguarda se "
    "muda ou se rejeita no cartão.",
    "cannot.restart": "Não comecei de novo. Para recomeçar, escreva em uma conversa nova.",
    "cannot.reject": "Não descartei nada. Um rascunho se rejeita no cartão dele.",
    "cannot.due": "Não mudei nenhum prazo. Só se muda o prazo de um rascunho que aguarda: no cartão, ou com “mude o "
    "prazo "
    "do rascunho para NOME para 5 de março”.",
    "cannot.done": "Não encerrei nenhuma tarefa e não contei nada. Uma tarefa conta como entregue quando a pessoa "
    "responde "
    "à mensagem que recebeu.",
    "cannot.address": "Não mudei nenhum endereço. Só anoto o de quem ainda não tem um.",
    "cannot.person": "Não incluí ninguém nem criei tarefa. Escreva isso em notas de kickoff e adicione-as aqui como "
    "arquivo, com quem faz o quê até quando.",
    "cannot.skip": "Não deixei nada de fora. Um briefing que aguarda se rejeita no cartão.",
    "cannot.newer": "Não li a RFP de novo e não mudei nada. Para uma nova versão dela, escreva em uma conversa nova.",
    "cannot.write": "Não escrevi nada. Em palavras só preparo um lembrete (“lembre {name}”) ou a troca de uma tarefa "
    "(“passe {title} para NOME”).",
    "show.head": "Estes rascunhos aguardam; o texto completo está no cartão de cada um, e “{command}” os mostra de "
    "novo:",
    "show.line": "- {name}: {subject}",
    "notes.file": "Não li estas notas e não mudei nada: só leio notas de um arquivo. Adicione-as como arquivo, por "
    "favor.",
}
