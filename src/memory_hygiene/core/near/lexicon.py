"""Words that say little, deny, count or turn a statement round, in English, German, French, Spanish, Portuguese,
Italian, Dutch and Russian, with a few signs of Chinese, Japanese and Korean. The lists are our own."""

STOPS: dict[str, str] = {
    "en": """a an the this that these those it its is are was were be been being am has have had do does did will
        would can could shall may might of in on at to by for from with within into onto as and or but so if
        then than when while where which who whom whose what how why there here i me my we us our you your he
        him his she her hers they them their user users owner user's owner's about under over through per via
        up out off also too just very much more most some such own same other others both between during
        before after until till since because themselves himself herself itself s t likes wants would get gets
        got mr mrs ms dr""",
    "de": """der die das den dem des ein eine einen einem einer eines ist sind war waren sein wird werden wurde hat
        haben hatte und oder aber so wenn dann als wie wo wer was im in an am auf zu zum zur bei beim mit von
        vom für aus nach vor über unter durch um bis seit weil dass ich mich mein wir uns unser du dein er ihn
        sie ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner unsere unserer meine meinen meiner sich
        liegt liegen hängt es man nutzer benutzer nutzerin auch noch schon sehr bitte alle alles dies diese
        dieser am liebsten""",
    "fr": """le la les l un une des de du d et ou mais si que qui quand où comme est sont était être a ont avait
        soit soient
        dans en sur sous à au aux par pour avec chez vers entre depuis je me mon ma mes nous notre vous votre
        il elle ils elles son sa ses leur leurs on ce cet cette ces ne n y se s utilisateur utilisatrice aussi
        très tout toute tous toutes qu""",
    "es": """el la los las un una unos unas de del al y o u pero si que quien cuando donde como es son era ser está
        están ha han en sobre bajo a por para con desde hasta entre yo me mi nos nuestro tú tu su sus él ella
        ellos se lo le les usuario usuaria también muy todo toda todos todas cada este esta""",
    "pt": """o a os as um uma uns umas de do da dos das em no na nos nas ao à aos e ou mas se que quem quando onde
        como é são era ser está estão por pelo pela para com desde até entre eu meu minha nós nosso você seu
        sua seus suas ele ela eles utilizador usuário também muito todo toda todos todas cada este esta""",
    "it": """il lo la i gli le un uno una di del della dei delle da dal in nel nella su sul a al alla con per tra
        fra e o ma se che chi quando dove come è sono era essere ha hanno io mio noi nostro tu tuo lui lei suo
        sua loro si utente anche molto tutto tutti tutte ogni questo questa""",
    "nl": """de het een en of maar als dan dat die wie wat waar hoe is zijn was waren wordt worden heeft hebben in
        op aan bij met van voor uit naar over onder door om tot sinds ik mijn wij ons jij hij zij haar hun
        zich er gebruiker ook nog zeer alle deze dit""",
    "ru": """и или но а что кто где как когда если то это этот эта эти в во на к ко по от до для из с со у о об под
        над при за через между я мы мой наш он она они его её их себя был была было есть будет пользователь
        пользователя также очень все всё""",
}
GENERIC = """prefer prefers preferred use uses used using need needs needed keep keeps kept go goes went make makes
    made set sets put puts take takes run runs running live lives lie lies must should always only all
    every each any please everything anything something thing things want called call stay stays done one
    first handle handles like love loves bevorzugt mag nutzt verwendet braucht muss müssen soll sollte
    immer nur jede jeder jedes jeden läuft gehen geht préfère aime utilise doit doivent toujours seulement
    chaque prefiere usa debe deben siempre solo prefere gosta deve sempre apenas só preferisce ama deve
    altijd alleen moet gebruikt предпочитает любит всегда только каждый каждую каждое нужно надо должен"""
"""Words that so many entries hold that sharing them tells little; they weigh a third."""
STATES = """current currently now update updated state status today yet still already newly new latest recently
    actual aktuell derzeit jetzt stand neu momentan actuellement maintenant actual actualmente ahora atual
    atualmente agora attuale adesso nu сейчас теперь текущий текущая move moved changed as"""
"""Words by which a newer state introduces itself: no part of what is spoken about."""
NEGATIONS = """no not never none nor neither without cannot don't doesn't didn't won't isn't aren't can't mustn't
    shouldn't nothing nobody instead rather avoid avoids forbidden nicht nichts kein keine keinen keinem
    keiner keines nie niemals ohne statt anstatt verboten non pas jamais sans aucun aucune nunca jamás sin
    ningún ninguna não sem nenhum nenhuma mai senza nessun nessuna niet nooit geen zonder не нет никогда
    без нельзя вместо"""
SIGN_NEGATIONS = "不 没 沒 無 未 非 勿 ない なし ません 禁止 없이 않 안 금지"
NUMBERS = """two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirty:30 twice:2
    zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 dreißig:30
    zweimal:2 deux:2 trois:3 quatre:4 cinq:5 sept:7 huit:8 neuf:9 dix:10 trente:30 dos:2 tres:3 cuatro:4
    cinco:5 siete:7 ocho:8 nueve:9 diez:10 treinta:30 dois:2 duas:2 três:3 quatro:4 sete:7 oito:8 dez:10
    trinta:30 tre:3 quattro:4 twee:2 drie:3 vijf:5 zes:6 zeven:7 acht:8 tien:10 два:2 две:2 три:3
    четыре:4 пять:5 шесть:6 семь:7 восемь:8 девять:9 десять:10 тридцать:30"""
DAYS = """monday montag montags lundi lunes понедельник понедельникам mondays segunda| tuesday dienstag
    dienstags mardi martes вторник вторникам tuesdays terça| wednesday mittwoch mittwochs mercredi
    miércoles среда среду средам wednesdays quarta| thursday donnerstag donnerstags jeudi jueves четверг
    четвергам thursdays quinta| friday freitag freitags vendredi viernes пятница пятницу пятницам fridays
    sexta sextas| saturday samstag samstags sonnabend samedi sábado суббота субботу субботам saturdays|
    sunday sonntag sonntags dimanche domingo воскресенье воскресеньям sundays"""
MONTHS = """january januar janvier enero janeiro января январь|february februar février febrero fevereiro февраля
    февраль| march märz marzo março марта март|april abril апреля апрель|may mai mayo maio мая май| june
    juni juin junio junho июня июнь|july juli juillet julio julho июля июль|august août agosto августа
    август| september septembre septiembre setembro сентября сентябрь|october oktober octobre octubre
    outubro октября октябрь| november novembre noviembre novembro ноября ноябрь|december dezember décembre
    diciembre dezembro декабря декабрь"""
OPPOSITES = """enable disable|enabled disabled|on off|light dark|always never|long short|detailed short|allowed
    forbidden| open closed|opened closed|morning evening|morning afternoon|up down|left right|first
    last|minimum maximum|min max| increase decrease|increased decreased|public private|early late|running
    stopped|runs stopped|started stopped| start stop|like dislike|likes dislikes|loves hates|before
    after|with without|formal informal|tabs spaces|high low| upper lower|paid unpaid|manual
    automatic|manually automatically|required optional|true false|active inactive| daily weekly|weekly
    monthly|hourly daily|verbose terse|full empty|accept reject|accepted rejected| hell dunkel|an aus|kurz
    lang|immer nie|erlaubt verboten|offen geschlossen|morgens abends|mit ohne|früh spät| clair
    sombre|court long|toujours jamais|ouvert fermé|matin soir|avec sans|activé désactivé| claro
    oscuro|corto largo|siempre nunca|abierto cerrado|mañana tarde|con sin|activado desactivado| claro
    escuro|curto longo|sempre nunca|aberto fechado|manhã noite|com sem|ativado desativado| светлая
    тёмная|короткие длинные|всегда никогда|открыт закрыт|утром вечером"""
LABELS = """step phase rule part chapter section camera room sensor pump floor line berth table runner item issue
    ticket task week day episode gate pier bay rack disk slot port_no meter gauge channel lane unit box
    shelf house building platform depot pontoon lesson session sprint milestone iteration schritt regel
    raum kamera teil étape règle paso regla passo regra шаг правило камера"""
"""Nouns that a number after them names: another number is another thing."""
SINGLE = """name called timezone zone birthday born version release port address url host path file directory
    folder contact owner lead maintainer default limit budget status phone email language location office
    city country database server model key branch shell editor manager provider registry channel level
    mode ttl interval schedule lives works assignee reviewer engineer responsible deadline due goes sits
    lies named based go stored kept saved linter formatter compiler runtime framework
    employer job heißt wohnt büro sprache kontakt ist bureau serveur langue oficina
    servidor idioma contacto живёт сервер 住在 住ん 거주"""
"""What has one value at a time: a city one lives in, a port, a contact. Another value contradicts."""
ORDERED = "over than not never instead rather before after from to nicht statt vor nach от до перед после"
"""Words whose two sides cannot be exchanged."""
DAY_SIGNS = {
    sign: number
    for number, signs in enumerate(("月一월", "火二화", "水三수", "木四목", "金五금", "土六토", "日天일"), 1)
    for sign in signs
}
"""The signs by which Japanese, Chinese and Korean count the days of the week from Monday."""
IRREGULAR = """children:child people:person men:man women:woman
    feet:foot mice:mouse wives:wife knives:knife kinder:kind used:use uses:use"""
ROLES = """lead leader contact owner maintainer manager boss reviewer assignee engineer responsible doctor dentist vet
    lawyer accountant landlord chef leiter leiterin ansprechpartner ansprechpartnerin zuständig responsable
    contacto jefe jefa responsável chefe начальник ответственный контакт"""
"""What one person is at a time: another person is a newer state."""
SCORES = "score recalls recall avg confidence weight relevance importance similarity hits uses rank priority strength"
"""Keys of what a machine appends about an entry: no part of what it says."""
