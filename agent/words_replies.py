"""What the owner reads of replies, in English and Portuguese."""

EN = {
    "reply.covered": "{name} answered for **{title}**: all of {requirements} covered.",
    "reply.gaps": "{name} answered for **{title}**: {covered} of {requirements} covered. Open: {gaps}.",
    "reply.nothing": "{name} sent something for **{title}**, but none of {requirements} is covered yet. Open: {gaps}.",
    "reply.question": "{name} asks about **{title}**: “{question}”",
    "reply.promise": "{name} has sent nothing for **{title}** yet, and names {day}.",
    "reply.promise.open": "{name} has sent nothing for **{title}** yet, and names no day.",
    "reply.unread": "{name} handed in {files} for **{title}**. I could not read it, so please look into it yourself; "
    "all of {requirements} stay open.",
    "reply.promise.more": "{name} names {day} for **{title}**. I counted nothing yet of what they wrote: “{words}”",
    "reply.promise.more.open": "I counted nothing yet of what {name} wrote for **{title}**: “{words}”",
    "reply.words": "They wrote: “{words}”",
    "reply.evidence": "- {point} ← “{words}”",
    "reply.anew": "{name} wrote again for **{title}**, which was handed in before.",
    "reply.newer": "The newer words count where the two differ; both are kept.",
    "reply.note": "{name} wrote about **{title}**: “{words}” I counted nothing of it.",
    "reply.elsewhere": "{name} says of **{title}**: “{words}” Nothing came with the message, so I counted nothing; "
    "it counts once it is handed in here.",
    "reply.declined": "{name} will not do **{title}**: “{words}” I counted nothing, and draft no reminder for it. "
    "For somebody else, write “give {title} to NAME ADDRESS”.",
    "reply.withdrawn": "{name} takes back what they sent for **{title}**: “{words}” Open again: {gaps}.",
    "reply.delegate": "{name} says that {delegate} answers for **{title}**; I will take their answer.",
    "reply.automatic": "This is an automatic answer from {name}; I kept nothing of it.",
    "reply.unrelated": "I found nothing about the tasks of {name} in this message.",
    "reply.again": "I had read this message of {name} before; nothing changed.",
    "reply.no_task": "{name} has no open task in this project.",
}
PT = {
    "reply.covered": "{name} respondeu sobre **{title}**: tudo coberto ({requirements}).",
    "reply.gaps": "{name} respondeu sobre **{title}**: {covered} de {requirements} com cobertura. Em aberto: {gaps}.",
    "reply.nothing": "{name} enviou algo sobre **{title}**, mas nada foi coberto de {requirements}. Em aberto: {gaps}.",
    "reply.question": "{name} pergunta sobre **{title}**: “{question}”",
    "reply.promise": "{name} ainda não enviou nada sobre **{title}** e fala em {day}.",
    "reply.promise.open": "{name} ainda não enviou nada sobre **{title}** e não diz para quando.",
    "reply.unread": "{name} entregou {files} para **{title}**. Não consegui ler, então dê uma olhada, por favor; "
    "tudo segue em aberto ({requirements}).",
    "reply.promise.more": "{name} fala em {day} para **{title}**. Ainda não contei nada do que escreveu: “{words}”",
    "reply.promise.more.open": "Ainda não contei nada do que {name} escreveu sobre **{title}**: “{words}”",
    "reply.words": "Escreveu: “{words}”",
    "reply.evidence": "- {point} ← “{words}”",
    "reply.anew": "{name} escreveu de novo sobre **{title}**, que já tinha sido entregue.",
    "reply.newer": "Onde os dois divergem, vale o mais novo; guardei ambos.",
    "reply.note": "{name} escreveu sobre **{title}**: “{words}” Não contei nada disso.",
    "reply.elsewhere": "{name} diz sobre **{title}**: “{words}” Nada veio com a mensagem, então não contei nada; "
    "passa a contar quando for entregue aqui.",
    "reply.declined": "{name} não vai fazer **{title}**: “{words}” Não contei nada, e não preparo lembrete para isso. "
    "Para outra pessoa, escreva “passe {title} para NOME ENDEREÇO”.",
    "reply.withdrawn": "{name} volta atrás no que enviou sobre **{title}**: “{words}” De novo em aberto: {gaps}.",
    "reply.delegate": "{name} diz que {delegate} responde por **{title}**; vou aceitar a resposta dessa pessoa.",
    "reply.automatic": "É uma resposta automática de {name}; não guardei nada dela.",
    "reply.unrelated": "Não encontrei nada sobre as tarefas de {name} nesta mensagem.",
    "reply.again": "Eu já tinha lido esta mensagem de {name}; nada mudou.",
    "reply.no_task": "{name} não tem tarefa em aberto neste projeto.",
}
