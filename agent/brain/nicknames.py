"""Short forms of given names, English and Portuguese, and the habit they follow where no table has them."""

import re

from agent.brain.language import bag, fold

_SHORT = """
alexander alexandra alexandre alessandra: alex sandy sandra xande xandi sasha
alfred alfredo: fred alf
alberto roberto humberto gilberto norberto adalberto: beto
andrew andreas andre: andy drew deco
anthony antonio antonia: tony tonho toninho toni tom
augusto gustavo: guto guga gugu
barbara: babs barb babi
beatriz beatrice beatrix: bia bea
benjamin: ben benny beni
carlos carlota: carlinhos caca
caroline carolina carolyn: carol carrie caro
catherine catarina katharina katherine kathryn catharina: kate cathy kathy cate kat katie kathi cat catita
charles: charlie chuck chaz
christopher christian christoph: chris kit
christina cristina christine: chris tina cris kiki
cecilia: ceci
daniel daniela danielle: dan danny dani
deborah debora: deb debbie
dorothy: dot dottie
eduardo edward edmund: ed eddie ted ned edu dudu duda
eduarda: duda
elizabeth elisabeth elisabete: liz beth lizzie betty eliza lisa betsy libby bete
emanuel manuel emanuela: manu manny mane manel
fernanda fernando: fe nanda nando fefe
filipe felipe philip phillip philippe: phil pip lipe
florence: flo
francisco francisca francis frances frank: chico fran paco kiko frank chica xico
frederick frederico friedrich: fred freddie fritz
gabriel gabriela: gabi gabe gaby bibi
geoffrey: geoff jeff
gerald geraldo: gerry jerry
giovanna giovana giovanni: gi gio
guilherme: gui
gregory gregorio: greg
gonzalo goncalo: goncas
harold henry: harry hal hank
helena helen: lena nell
ignacio inacio: nacho
isabel isabella isabela isabelle: bel isa bela izzy
jacqueline: jackie
jacob: jake
james: jim jimmy jamie
jeffrey: jeff
jennifer: jen jenny
jessica: jess jessie
joao: joca jota janjao
joaquim: quim joca quinzinho
john jonathan: jack johnny jon
jose joseph josef: ze joe joey zeca zezinho pepe sepp
josefa josefina josephine: jo josie zefa
juliana julia juliano: ju juju juli
katarina: kat kata
kenneth: ken kenny
larissa: lari
lawrence laurence: larry
leonardo leandro leonard: leo le len lenny
leticia: le leti
lucia lucas luciana luiza luisa luis luiz lucy lucinda: lu
luiz luis: lula luizinho
madeleine: maddie
magdalena madalena: lena mada
manuela: manu
marcelo marcela: celo ma celinho
margaret margarida margarete: maggie meg peggy greta guida marge magui
maria mary: mia molly polly mari
mariana marianne: mari nana
mateus matheus matthew matthias: matt teus teteu
maurice mauricio: mau mo
maximilian: max
melissa melanie: mel
michael miguel michaela: mike mick mickey micha
michelle: shell mimi
monica: nica moni
natalia nathalia natalie: nat nati
nicholas nicolas nikolaus nicole: nick nico nik nicky klaus
olivia oliver: liv olly ollie
pamela: pam
patricia patrick patricio: pat patty paddy tricia trish pati
paulo: paulinho
pedro peter: pete pedrinho
priscila: pri
rafael rafaela raphael: rafa rafi
raimundo raymond: ray mundo
rebecca rebeca: becky becca bec beca
renata renato: re
ricardo richard: rick ricky rich dick rico cadu richie
robert: bob bobby rob robbie bert robin
rodrigo: digo rodri
roger rogerio: rog
ronald ronaldo: ron ronnie
rosangela rosana rosa: ro rose
salvador: sal
samuel samantha: sam sammy
sebastian sebastiao: seb bastian tiao seba
simone simon: si
stefan stefanie stephanie stephan: steffi steph steff stef
steven stephen: steve
susan suzana susanne susana: sue susie suzy su
tatiana tatiane: tati
terence theresa teresa: terry tess teca
theodore theodor teodoro: ted theo teddy teo
thiago tiago: ti
thomas: tom tommy
timothy: tim
tobias: tobi toby
valentina valeria: val
vanessa: nessa van
victor victoria vitor vitoria: vic vicky vi tori
vinicius: vini
virginia: ginny
walter: walt wally
william wilhelm: bill billy will willy liam
yasmin: yas
zachary: zach zack
"""
_LINES = [line.partition(":") for line in _SHORT.strip().splitlines()]
_NICKS = {
    full: frozenset(short for names, _, shorts in _LINES if full in names.split() for short in shorts.split())
    for names, _, _ in _LINES
    for full in names.split()
}
_OWN = bag(  # names of their own that longer ones begin with
    "adam alan albert alice amanda ana anna ann anne andre anton bern bernard bruno carl carla christian clara claudi "
    "dan daniel denis emil eric erik ernest eva felix franc gabriel georg ian ines ida irene ivan jan jane jean joan "
    "joao joel jorge jose josef juan julia karl laur laura leon lina luca lucas luis luiz luci marc marco maria marie "
    "mario mark marta martin mary max michel mila nina noel olga omar oscar otto pascal paul pedro rita robert roman "
    "rosa ruth sara sofia stefan vera victor yan"
)
_GIVEN = bag(
    "aaron abigail adele adriana adriano agnes ahmed aidan aisha akira alejandro alessio alicia aline amit amy ananya "
    "andrea andreia andrei angela angelo anita anja anke antje aoife arthur arturo ashley astrid audrey beate bento "
    "bettina bianca birgit bjorn bob bram brenda brian bridget bruna caio camila carmen cassandra celia celine chen "
    "chiara ciaran cintia claire claudia claudio clement colin connor cynthia damian darius david debora declan deepak "
    "delia denise derek diana diane diego dieter dilip dmitri dominic donald douglas dylan edgar eileen elaine elena "
    "elias elisa ella ellen elsa emily emma enrico enzo erica erika esther ethan eugene evelyn fabian fabio fabiana "
    "fatima fiona flavia flavio frida frieda gareth gavin george giulia gloria grace graham grant guido gunter gwen "
    "hana hanna hannah hans harriet hassan heather heidi heinrich heitor helga henrik henrique hiroshi holger hugh "
    "hugo "
    "ian ibrahim igor imran ines ingo ingrid irina iris isaac ivana ivone jack jasmin jason javier jean jenna jens "
    "jerome jill joanna jonas jordan jorg josh joshua joyce judith julie jurgen justin kai karen karim karin karsten "
    "keiko keith kelly kerstin kevin khalid kim kirsten klara koji kristina lara lars laurent lauren leila lena leslie "
    "lia lidia lilian linda lisa livia liam lorena louis louise luana ludmila luigi lukas lukasz lydia magnus malik "
    "manfred marcia marek margot marina marisa marjorie markus marlene marlon martha matteo maya mei meike mehmet "
    "mercedes "
    "mike milena miriam mohammed moritz muhammad murilo nadia naomi natasha neil nelson nicola nils nilza nina noah "
    "nora norman nuno odete olaf omar orlando oswald otavio owen pablo paola patrik paula peggy penelope petra philipp "
    "pia pierre piotr priscilla priya rachel rahul rainer raj rajesh ralf ralph ramon raquel raul ravi regina reinhard "
    "rene rui ricarda rodolfo rosalind roy ruben russell ryan sabine sabrina sally samir sandro sanjay sarah sascha "
    "scott sean selma sergio shane sharon sheila sigrid silke silvia silvio sofie sonia sonja sophia sophie stacy "
    "stella stuart suki susanna sven sylvia tamara tania tanja tara tasha telma thais theo tim tina todd tracy trevor "
    "ulrich ulrike umar ursula uwe vera veronica vicente vijay vikram vinicius vivian viviane volker wagner wanda "
    "wayne wendy werner wesley xavier yara yasmin yvonne yolanda yuki yusuf zara zoe"
)
_PET = re.compile(r"^(\w{3,}?)(?:inh[oa]|it[oa]|ie|ey|y|i|ao|ucha|uca|oca)$")


def is_short_for(short: str, full: str) -> bool:
    """Both folded: "bob" for "robert"; beyond the table a short beginning, or a pet ending: "kathi"."""
    if short in _NICKS.get(full, ()):
        return True
    if len(short) >= len(full) or short in _OWN or not short.isalpha():
        return False
    if full.startswith(short):
        return 2 <= len(short) <= 4
    pet = _PET.match(short)
    return bool(pet and (full.startswith(pet[1]) or full.startswith(re.sub(r"(\w)\1$", r"\1", pet[1]))))


def is_given(name: str) -> bool:
    """Whether a word is a given name many people have, or a short form of one."""
    folded = fold(name)
    return folded in _GIVEN or folded in _OWN or folded in _NICKS or any(folded in short for short in _NICKS.values())
