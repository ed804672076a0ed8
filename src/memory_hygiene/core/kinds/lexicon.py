"""Words that answer the guide's questions, cue by cue (source: the labelling guide's questions; the words are our own).

English, and the commonest words of five more languages; the rest of those, and Japanese and Chinese, are in
``lexicons/``. One phrase between bars. A ``*`` at the end of a phrase stands for any ending.
"""

WORDS: dict[str, str] = {
    "likes": """likes | like to | liked best | loves | enjoys | prefers | prefer | preferred | preference |
        preferences | favourite* | favorite* | fond of | is happy with | happy with | happiest | happier |
        would rather | i'd rather | he'd rather | she'd rather | rather have | would like | appreciates |
        appreciated | wants | wants to | tends to | partial to | fan of | a fan | keen on |
        finds it easier | works best | delighted | taste | pleased | comfortable with | welcome | welcomes |
        fine with | at ease | warms to | swears by | always picks | goes for | reaches for | over |
        instead of | rather than | is drawn to | values | cares about | cherishes | grateful for |
        leans towards | mag | mögen | möchte | bevorzugt* | zieht | gern | gerne | lieber | am liebsten |
        liebt | schätzt | freut sich | hätte gern | wünscht sich | favorisiert | begeistert | vorliebe |
        aime | aimerait | préfère* | préférence* | apprécie | adore | de préférence | plutôt que |
        souhaite | voudrait | affectionne | aime bien | le gusta | les gusta | gusta | gustan | prefiere* |
        preferencia* | le encanta* | encanta* | quiere | valora | aprecia | disfruta | le agrada* | gosta |
        gosta de | prefere* | preferência* | adora | quer | valoriza | agrada-lhe | tem gosto | любит |
        нравится | нравятся | предпочитает | предпочтение* | хочет | ценит | по душе | обожает | охотно |
        больше нравится | приятнее""",
    "dislikes": """hates | dislikes | does not like | doesn't like | can't stand | cannot stand |
        can't bear | loathes | detests | annoyed | annoys | annoying | bored by | gets cross | cross when |
        groans | allergic to | impatient with | finds it tiresome | does not care for | doesn't care for |
        not a fan | no fan | irritated | irritates | grumbles | winces | rolls her eyes | rolls his eyes |
        rolls their eyes | not keen | puts her off | puts him off | does not want | doesn't want |
        does not enjoy | doesn't enjoy | dreads | objects to | avoids | skips | nervous | restless |
        mag keine* | mag nicht | hasst | verabscheut | nervt | nerven | kann nicht leiden | ungern | stört |
        stören sie | stören ihn | lehnt ab | n'aime pas | déteste | agace* | a horreur | supporte mal |
        ne supporte pas | énerve* | déplaît | fuit les | no le gusta* | odia | detesta | le molesta* |
        no soporta | le aburre* | le irrita* | não gosta | odeia | não suporta | irrita-se | incomoda-o |
        incomoda-a | aborrece-o | aborrece-a | не любит | ненавидит | раздража* | терпеть не может |
        не нравится | не выносит | бесит""",
    "soft": """usually | tends | mostly | where possible | if possible | ideally | by preference |
        feels like | he says | she says | they say | as he puts it | as she puts it | is enough |
        is plenty | no need for | meist | am besten | wenn möglich | ruhig | en général | de bon cœur |
        si possible | normalmente | a ser posible | de preferência | se possível | по возможности | обычно""",
    "never": """never | do not ever | under no circumstances | on no account | not ever | auf keinen fall |
        niemals | unter keinen umständen | nie | ne jamais | jamais | en aucun cas | nunca | jamás |
        en ningún caso | bajo ningún concepto | em caso algum | em nenhum caso | никогда |
        ни в коем случае | ни при каких""",
    "not": """do not | don't | dont | no | not | must not | mustn't | may not | shall not | should not |
        shouldn't | cannot | can't | won't | will not | none | nobody | nothing | nicht | kein | keine |
        keinen | keinem | darf nicht | dürfen nicht | ne pas | pas de | aucun | aucune | ningún | ninguna |
        não | nenhum | nenhuma | не | нельзя | нет""",
    "must": """must | always | only | shall | has to | have to | needs to | required | mandatory |
        obligatory | without exception | at most | at least | no more than | every time | each time |
        compulsory | without fail | needs a yes | needs approval | may only | first | before | unless |
        otherwise | insist* | forbidden | allowed | muss | müssen | immer | nur | zuerst | erst | stets |
        verboten | vorher | bevor | pflicht | darf | dürfen | grundsätzlich | toujours | doit | doivent |
        il faut | obligatoire | uniquement | avant de | d'abord | interdit | seulement | impérativement |
        systématiquement | siempre | debe | deben | hay que | obligatorio | solo | sólo | antes de |
        primero | prohibido | únicamente | tiene que | sempre | deve | devem | é preciso | obrigatório |
        só | apenas | primeiro | proibido | tem de | tem que | всегда | должен | должна | должны | нужно |
        надо | обязательно | только | сначала | перед | запрещено | обязан* | прежде чем | строго""",
    "whenever": """when | whenever | if | as soon as | in case | until then | every time | before |
        after every | unless | wenn | falls | sobald | bevor | si | quand | lorsque | dès que | avant |
        cuando | antes de | quando | se | когда | если | перед | при""",
    "deontic": """is not allowed | are not allowed | not permitted | off limits | hands off | is forbidden |
        is reserved for | goes through | go through | gets a yes | need a yes | needs two | is required |
        are required | is never | are never | is always | are always | must be | must not be | has to be |
        have to be | no exceptions | in this order | in that order | and nothing else | nowhere else |
        nobody else | of record | ask first | sign off | word for word | by hand only | hands over |
        is checked | are checked""",
    "sitting": """today | yesterday | this morning | this afternoon | this evening | last night | session |
        sitting | afternoon | morning | evening | afterwards | together | briefly | stand-up | standup |
        meeting | call | chatted | talked | on the phone | spent | half an hour | an hour | all day |
        long day | over lunch | coffee | heute | gestern | vormittag* | nachmittag* | heute morgen |
        abend* | kurz | sitzung | telefoniert | besprochen | gesprochen | aujourd'hui | hier | ce matin |
        cet après-midi | matinée | après-midi | séance | soirée | journée | hoy | ayer | esta mañana |
        esta tarde | anoche | sesión | tarde | mañana | hoje | ontem | esta manhã | à tarde | sessão |
        na segunda | na terça | na quarta | na quinta | na sexta | no sábado | no domingo | сегодня |
        вчера | утром | вечером | днём | созвон* | встреч* | сессия | полчаса""",
    "deed": """fixed | cleaned | sorted | renamed | tidied | reviewed | pushed | merged | read through |
        went through | tried | ran | looked at | moved | closed | answered | sent | finished | practised |
        wrote | drafted | swapped | printed | corrected | checked | deleted | updated | helped |
        brainstormed | discussed | talked | watched | listened | visited | met | typed | scanned |
        eingescannt | aufgeräumt | umbenannt | geprüft | besucht | geschrieben | erledigt | getestet |
        ausprobiert | sortiert | repariert | gedruckt | angeschaut | durchgegangen | aktualisiert |
        telefoniert | verschoben | gelesen | gemacht | gestrichen | korrigiert | avons | a fait | relu |
        relue | corrigé* | trié* | rangé* | nettoyé* | testé* | imprimé* | discuté* | regardé* |
        passé en revue | essayé* | classé* | envoyé* | renommé* | terminé* | probamos | revisamos |
        hicimos | hablamos | corregimos | ordenamos | limpiamos | probé | revisé | terminamos | repasamos |
        cambiamos | imprimimos | borramos | ordené | subimos | passei | revisámos | corrigimos | fizemos |
        falámos | testámos | arrumei | limpei | organizámos | experimentámos | conversámos | apagámos |
        guardámos | lemos | разобрали | почистили | собрали | обсудили | проверили | исправили |
        переименовали | посмотрели | поговорили | прочитали | напечатали | убрали | закрыли | попробовали |
        созвонились | отсканировал* | перенесли | починили | разложили | сделали""",
    "nothing-owed": """nothing else | nothing to follow up | nothing new | no choice | no decision |
        no tasks | nothing owed | nothing broken | nothing found | all green | nothing surprising |
        no blockers | no news | for nothing | no change* | nobody is waiting | no one is waiting |
        no action* | nichts neues | sonst nichts | keine weiteren | rien de neuf | rien d'autre |
        sans suite | rien à signaler | nada más | sin novedad* | nada nuevo | sem novidades | nada mais |
        ничего нового | без изменений | больше ничего | please ignore | test entry | test note |
        no complaints | nothing turned up""",
    "waiting": """waiting for | waiting on | awaiting | waits for | wait for | still owes | owes us |
        owes | not paid | has not answered | have not answered | no answer yet | not yet | blocked |
        blocked by | on hold | hold until | pending | overdue | have been silent | no reply |
        to be decided | to be confirmed | undecided | unresolved | unanswered | unknown | still missing |
        is missing | still open | nobody has | not decided | has not been | have not been | promised by |
        on back order | in the post | on order | ordered | wartet | warten | wartet noch | noch nicht |
        noch offen | offen | steht noch aus | aussteht | ausstehend | fehlt noch | fehlen noch | unklar |
        noch keine | en attente | attend | attendons | on attend | pas encore | reste à | bloqué* |
        à confirmer | sans réponse | toujours pas | manque encore | esperando | a la espera | pendiente* |
        todavía no | aún no | falta* | sin respuesta | por confirmar | bloquead* | à espera | aguarda* |
        esperamos | ainda não | pendente* | sem resposta | em aberto | ждём | ждем | ожида* | пока нет |
        ещё не | еще не | не ответил* | неизвестно | без ответа | осталось | не хватает | не решено |
        parked | stalled | stuck | not back | out since | no answer since | silence since | nothing since |
        no word | has yet to | have yet to | references for | keine antwort | noch keine antwort |
        steht aus | lässt auf sich | sans nouvelles | pas de réponse | aucune réponse | sin noticias |
        no contesta* | no han contestado | sem notícias | não respond* | ficaram de | молчат | ответа нет |
        нет ответа | так и не""",
    "open": """todo | to do | to-do | tbd | fixme | open question | next step* | remaining | left to do |
        still to do | still needs | half done | half finished | halfway | half way | in progress | wip |
        unfinished | not finished | not wired | draft | to be | still | order | offene* | zu erledigen |
        fast fertig | halb fertig | in arbeit | angefangen | à faire | en cours | inachevé* | à moitié |
        por hacer | a medio | en curso | a medias | por fazer | a meio | em curso | нужно сделать |
        в работе | наполовину | не закончен* | не доделан*""",
    "running": """running | is running | re-rendering | rebuilding | uploading | downloading | importing |
        draining | syncing | still going | hours to go | in flight | under way | underway | on the way |
        started this morning | eta | percent done | reindexing | copying | läuft | laufen | läuft gerade | gerade |
        en train | tourne | se está | está corriendo | en marcha | a correr | a decorrer | está a | идёт | идет |
        сейчас | работает | выполняется""",
    "for-now": """for now | for the moment | for the time being | temporarily | temporary | meanwhile |
        in the meantime | currently | at the moment | right now | at present | until | till | this week |
        this weekend | tonight | tomorrow | during | while | bis | vorerst | vorübergehend | solange | diese woche |
        heute nacht | morgen | jusqu'au | jusqu'à | pour l'instant | provisoirement | cette semaine | ce soir |
        demain | pendant | hasta | por ahora | de momento | provisionalmente | esta semana | esta noche | até |
        por agora | por enquanto | provisoriamente | hoje à noite | amanhã | до | пока | временно | на этой неделе |
        завтра | derzeit | momentan | zurzeit | actuellement | actualmente | atualmente""",
    "away": """away | on leave | on holiday | holidays | vacation | back on | back in | out of office |
        parental leave | sick | ill | on crutches | in hospital | covers | covering | travelling |
        off until | im urlaub | verreist | krank | abwesend | vertretung | en congé | en vacances |
        absent* | malade | de vacaciones | de viaje | de baja | ausente | de férias | em viagem | de baixa |
        в отпуске | болеет | уехал* | в отъезде""",
    "trouble": """is down | are down | down | outage | offline | red | failing | fails | broken |
        out of paper | out of order | refuses | refused | stuck | drops | not working | does not work |
        doesn't work | is missing | unreachable | dead | full | leaking | shut off | closed | skips |
        degraded | flaky | low on | only one left | left | kaputt | defekt | ausgefallen | gesperrt |
        geschlossen | klemmt | leer | en panne | cassé* | fermé* | hors service | averiad* | caíd* |
        cerrad* | no funciona | roto | avariad* | fechad* | em baixo | não funciona | сломал* |
        не работает | закрыт* | лежит | отключ*""",
    "as-of": """as of | as at | snapshot | snapshot of | status | state on | state of | at the last check |
        last measured | last count | counted | measured | baseline | benchmark | peak | record | uptime |
        coverage | tests | total | average | mean | median | p50 | p95 | count | inventory | results |
        result | stand | stand vom | gezählt | gemessen | inventur | bestand | messung | au 1er | état |
        relevé | inventaire | inventorié* | mesuré* | bilan | a fecha | a día | había | recuento | medid* |
        inventario | balance | à data | havia | contagem | medição | inventário | balanço | на |
        по состоянию | было | насчитали | замер* | итого | учёт""",
    "formerly": """was | were | used to be | formerly | former | old | previous | previously | earlier |
        once | until 20* | before | had | last winter | last summer | last year | last spring |
        last autumn | back then | at the time | replaced | superseded | obsolete | retired | renamed |
        founded | merged in | went out | released | deprecated | stale | history | war | waren | früher |
        ehemals | vorher | damals | alt | alte* | wurde | hatte* | était | étaient | autrefois | ancien* |
        avant | avait | jadis | era | eran | antes | antigu* | anterior* | tenía* | foi | eram |
        antigamente | antig* | tinha* | был | была | были | раньше | прежн* | бывш* | тогда""",
    "incident": """incident | outage | post-mortem | postmortem | data loss | breach | restored |
        recovered | flooded | accident | ransom | leak | lost the | unreachable | power cut | crash |
        vorfall | ausfall | störung | panne | incendie | incidente | avería | corte | falha | avaria |
        инцидент | авария | сбой | потеря | stromausfall | wasserschaden | water damage | power failure |
        panne de courant | apagón | corte de luz | falha de luz | отключение | near miss | emergency |
        fire | fires | burnt | burned down | burst | flood | stood under water | quench | burglary |
        break-in | stolen | theft | phishing | hacked | compromised | leaked | malware | injured |
        evacuat* | explosion | lightning | collapsed | derail* | feuer | einbruch | diebstahl | gestohlen |
        überschwemm* | unfall | datenverlust | cambriolage | vol de | volé* | inondation | fuite |
        incendio | robo | robad* | inundación | accidente | fuga | incêndio | roubo | roubad* | inundação |
        acidente | granizo | пожар* | краж* | украл* | взлом* | потоп | затопил* | утечк* | brand in |
        brand im""",
    "baseline": """baseline | keep for comparison | for comparison | reference run | before the rewrite |
        before the change | for the file | for the record | ausgangswert | vergleichswert | référence |
        línea base | para comparar | linha de base | базов* | для сравнения | reference measurement |
        reference values | reference value | reference day | before-and-after | before the exchange |
        before we changed | vergleichsmessung | vorher-nachher | mesure de référence | avant travaux |
        medición de referencia | antes de la reforma | medição de referência | antes da obra |
        контрольный замер | до замены""",
    "replaced": """replaced all of this | has been replaced | replaced by | was replaced | were replaced |
        since replaced | a later count | newer numbers | newer figures | old until | until may |
        new figures | überholt | ersetzt durch | remplacé* | sustituid* | substituíd* | заменен* | заменён*""",
    "config": """port | ports | host | hostname | path | url | endpoint | base url | version | branch |
        remote | flag | flags | env | environment variable | variable | command | cron | schedule | timer |
        service | daemon | driver | image | container | bucket | region | database | schema | table |
        index | alias | ssh | key | token | secret | vault | config | settings | firmware | baud | timeout |
        limit | retries | retry | default | model | temperature | context window | threads | cores | ram |
        dns | vlan | router | subnet | ip | address | listens on | runs on | lives in | lives at | live in |
        stored in | logs to | mounted | volume | backup | backups | hourly | daily | nightly | weekly |
        monthly | utc | timezone | locale | encoding | format | prefix | suffix | channel | topic | queue |
        repo | repository | directory | folder | file | files | build | deploy user | tag | pinned |
        calendar id | id | regex | header | cache | proxy | certificate | pfad | anschluss | rechner |
        dienst | datenbank | verzeichnis | ordner | datei | schnittstelle | treiber | zweig | adresse |
        gerätenummer | kanal | lager | mandant | protokolle | sicherung | täglich | nachts | chemin | hôte |
        serveur | base | dossier | fichier | clé | sauvegarde | script | pilote | branche | journal |
        journaux | canal | toutes les | chaque nuit | puerto | ruta | servidor | servicio | base de datos |
        carpeta | archivo | clave | dirección | copia de seguridad | rama | registro | cada noche |
        cada hora | porta | caminho | serviço | base de dados | pasta | ficheiro | chave | endereço |
        cópia de segurança | ramo | registo | intervalo | todas as noites | порт | путь | сервер | сервис |
        база | папка | файл | ключ | адрес | бэкап | ветка | логи | канал | ротация | каждую ночь |
        лежат в | лежит в | скрипт""",
    "name-badge": """name | named | called | is called | role | pronouns | timezone | time zone |
        mother tongue | native | natively | speaks | bilingual | lives in | lives on | lives with |
        lives between | born | years old | retired | trained as | works as | by trade | profession |
        married | widowed | partner | husband | wife | kids | children | twins | father of | mother of |
        dad | mum | grandmother | left-handed | colour-blind | deaf | blind | night owl | vegetarian |
        vegan | allergic | wheelchair | dyslexic | adhd | based in | goes by | nickname | what to call |
        studied | grew up | citizen | raised | heißt | heisst | wohnt | lebt | von beruf | beruf |
        muttersprache | hauptberuflich | verheiratet | jahre alt | geboren | rentner* | spitzname | kinder |
        tochter | sohn | duzt | s'appelle | habite | vit à | métier | langue maternelle | marié* |
        retraité* | né à | née à | père de | mère de | ans | se llama | vive en | es de | profesión |
        lengua materna | casad* | jubilad* | nacid* | padre de | madre de | años | chama-se | vive em |
        mora em | profissão | língua materna | reformad* | nascid* | pai de | mãe de | anos | зовут |
        живёт | живет | профессия | родной язык | женат | замужем | пенсионер* | родил* | лет | отец |
        мать | по профессии | работает""",
    "profession": """teacher | nurse | engineer | developer | programmer | carpenter | luthier | painter |
        doctor | lawyer | student | accountant | librarian | archivist | baker | farmer | pilot | captain |
        conductor | musician | singer | photographer | designer | architect | electrician | plumber |
        translator | writer | journalist | editor | researcher | scientist | biologist | physicist |
        chemist | hydrologist | volcanologist | veterinarian | midwife | pharmacist | psychologist |
        therapist | chef | cook | gardener | beekeeper | potter | weaver | tailor | mechanic | sailor |
        driver | consultant | admin | administrator | owner of | self-employed | sole trader | freelance* |
        volunteer | pensioner | apprentice | tischler* | lehrer* | krankenschwester | ärztin | arzt |
        bäcker* | architekt* | dolmetscher* | institutrice | infirmi* | boulang* | médecin | traduct* |
        menuisier* | fisioterapeuta | maestr* | enfermer* | médic* | panader* | arquitect* | traductor* |
        veterinári* | professor* | padeir* | arquitet* | tradutor* | учител* | врач | инженер* | медсестра |
        настройщик* | переводчик* | архитектор* | библиотекар*""",
    "persona": """you are | you're | your name is | i am | i'm | i speak | i like | i prefer | i was made |
        i keep | think of yourself | as an agent | this agent | the agent | agents | agent | persona |
        voice | vibe | emoji | creature | tone | character | temperament | du bist | ich bin |
        deine stimme | tu es | vous êtes | je suis | ta voix | eres | soy | tu voz | tú eres | és | tu és |
        sou | a tua voz | ты | я | твой голос""",
    "household": """household | family | our team | the team | team | crew | who is who | house |
        in this house | family of | haushalt | familie | foyer | famille | équipe | hogar | familia |
        equipo | casa | família | equipa | agregado | семья | команда | домочадцы""",
    "user": """user | owner | the human | she | he | they | her | his | their | sie | er | ihr | il | elle |
        lui | él | ella | ele | ela | lhe | пользовател* | он | она | ему | ей""",
    "we": """we | our | us | wir | unser* | nous | notre | nos | on a | nosotros | nuestr* | hemos | nós |
        noss* | мы | наш* | нам""",
    "i": """i | my | me | mine | i've | i'd | ich | mein* | je | j'ai | mon | ma | yo | mi | eu | meu |
        minha | я | мой | мне""",
    "because": """because | so that | therefore | that is why | that's why | the reason | reason | reasons |
        since | due to | hence | as a result | which is why | comes from | caused by | the cause | cause |
        on purpose | by design | weil | deshalb | daher | damit | grund | denn | liegt am | liegt an |
        parce que | car | donc | à cause | raison | afin | porque | por eso | así que | debido | razón |
        motivo | por isso | devido | razão | потому | поэтому | из-за | так как | причина | чтобы""",
    "decided": """decided | decision | we chose | chose | agreed | settled on | rejected | ruled out |
        opted | went with | confirmed | policy | entschieden | beschlossen | entscheidung | abgelehnt |
        vereinbart | décidé* | décision | renoncé | choisi* | convenu* | decidimos | decidid* | decisión |
        acordamos | acordad* | elegimos | descartamos | decisão | acordámos | combinado | escolhemos |
        решили | решение | договорились | выбрали | отказались | stayed with | none could | kept the old one""",
    "lesson": """lesson | turned out | turns out | found out | learned | learnt | the hard way |
        it was the | gotcha | beware | caveat | watch out | pitfall | root cause | surprisingly | silently |
        without warning | always has been | known issue | quirk | not a bug | not a fault |
        expected behaviour | lektion | stellte sich heraus | gelernt | achtung | vorsicht | leçon |
        il s'avère | appris | attention | lección | resulta que | aprendimos | ojo | resultó | lição |
        afinal | aprendemos | atenção | урок | оказалось | выяснил* | имейте в виду | осторожно""",
    "means": """means | stands for | is short for | is called | refers to | counts as | consists of |
        depends on | belongs to | is made of | contains | includes | only works | works only |
        does not support | doesn't support | has no | have no | there is no | cannot | can only | can't |
        bedeutet | heißt | steht für | gehört | enthält | signifie | veut dire | désigne | appartient |
        significa | quiere decir | pertenece | contiene | quer dizer | pertence | contém | означает |
        значит | называется | принадлежит | содержит""",
    "outside": """vendor | vendors | courier | supplier | suppliers | customer | customers | client |
        clients | guests | landlord | office | museum | school | university | bank | tax | council | town |
        insurance | provider | neighbour | neighbours | volunteers | auditors | agency | ministry | parish |
        lieferant* | kunde | kunden | behörde | amt | vermieter* | nachbar* | fournisseur* | client* |
        mairie | propriétaire | voisin* | proveedor* | ayuntamiento | vecin* | fornecedor* | câmara |
        vizinh* | поставщик* | клиент* | мэрия | сосед* | арендодатель""",
    "past-year": """in 19* | in 20* | since 19* | since 20* | seit 19* | seit 20* | depuis 19* |
        depuis 20* | desde 19* | desde 20* | en 20* | em 20*""",
    "unsure": """maybe | perhaps | possibly | probably | or was it | was it | i think | or so | not sure |
        unsure | unclear | somebody | someone | apparently | supposedly | allegedly | rumour | rumor |
        nobody has seen | the other way round | or that was | somehow | something | some point | whatever |
        whichever | ask me which | the other one | that thing | the blue one | the second one |
        as discussed | same as before | as before | like last time | the usual | you know | he said |
        or not | most were | check | vielleicht | oder | angeblich | irgendwie | irgendwann | irgendwas |
        wohl | peut-être | ou | paraît-il | quelqu'un | un truc | machin | quizá | quizás | o no |
        alguien | al parecer | algo así | lo otro | talvez | ou não | alguém | parece que | aquilo |
        может быть | наверное | вроде | кто-то | как-то | то самое | возможно | most liked | most of us |
        more or less | i heard | i was told | people say | claimed | not sure which | she thinks |
        he thinks | they think | it seemed | seemed settled | most were in | in favour | so they say |
        forget about the | the thing with | glaubt sie | glaubt er | croit-elle | je crois | il paraît |
        creo que | cree que | acho que | acha que | кажется | вроде бы""",
    "relative": """next week | next month | next year | next time | last week | last month | soon | later |
        recently | in a few weeks | some time | the other day | tomorrow | starting next | from next |
        nächste woche | nächsten monat | demnächst | bald | neulich | ab nächster | la semaine prochaine |
        le mois prochain | bientôt | récemment | la próxima semana | la semana que viene |
        el mes que viene | pronto | hace poco | na próxima semana | para a semana | no próximo mês |
        em breve | há pouco | на следующей неделе | в следующем месяце | скоро | недавно""",
    "money": """paid | invoice* | deposit | rent | loan | refund* | tax | taxes | salary | wage* | income |
        revenue | owed | owes | debt | bill | billed | receipt | insurance | instalment* | installment* |
        donation* | donor* | subsidy | bought | sold | lent | borrowed | bezahlt | zahlung | rechnung* |
        miete | kaution | steuer* | gehalt | versicherung | quittung | spende* | überwiesen | darlehen |
        payé* | paiement | facture* | loyer | caution | impôt* | salaire | assurance | reçu | virement |
        prêt | pagad* | pago | pagó | pagamos | factura* | alquiler | fianza | impuesto* | sueldo |
        seguro | recibo | donación | préstamo | transferencia | fatura* | renda | caução | imposto* |
        salário | doação | empréstimo | transferência | оплат* | платёж | счёт | счета | аренд* | залог |
        налог* | зарплат* | страхов* | квитанц* | кредит | долг | receipts | overdraft | surplus |
        takings | in cash | earned | instalment | transferred | überweisung | anzahlung | rate überwiesen |
        acompte | plazo | prestação | взнос | доход | recettes | ingresos | receita | einnahmen |
        ausgaben | donations | payments | payment of | grant money | instalments | pays | rent due |
        payment due | pagar | pagou | pagámos | pagamento* | paguei | paid for | paid in cash | paid out |
        reimburs* | advance of | overpaid | prepaid | wire transfer | standing order | pawned |
        insured for | claim closed | vorschuss | erstattet | rückerstattung | bar bezahlt | anzahlen |
        angezahlt | remboursé* | avance | versement | virement* | reembols* | anticipo | depósito | abono |
        adiantamento | sinal de | reembolso | задаток | аванс | перевёл | перевел | возврат""",
    "law": """contract | lease | legal | lawyer | court | police | trademark | objection | gdpr | signed |
        signature | notary | warranty | auditor | compliance | liability | testament | custody | visa |
        passport | complaint | appeal | copyright | vertrag | gericht | polizei | anwalt | anwältin |
        lizenz | genehmigung | unterschrieben | gewährleistung | einwilligung | prüfung | klage | contrat |
        bail | tribunal | avocat* | signé* | garantie | autorisation | plainte | contrato | juzgado |
        abogad* | licencia | firmad* | firmamos | garantía | permiso | denuncia | policía | advogad* |
        licença | assinad* | assinámos | garantia | autorização | queixa | polícia | договор | суд |
        адвокат | юрист | лицензия | подписа* | гарантия | разрешение | полиция | the deed of | lawyers |
        settlement | appeal against | arbitration | in writing | registered mail | stamped | notice |
        consent form | consent forms | permit 88 | gave notice | gekündigt | kündigung | unterschrift |
        widerspruch | recours | recurso | жалоба | arrendamento | arrendamiento | mietvertrag | patent |
        insurer | attorney | verdict | file number | case number | inspection | certificate is |
        court order | ruling | judgment | judgement | hearing | subpoena | injunction | fine of | penalty |
        memorandum | nda | power of attorney | bußgeld | urteil | gutachten | vollmacht | anhörung |
        bescheid | jugement | audience au | amende | procuration | préavis | sentencia | multa |
        audiencia | poder notarial | requerimiento | sentença | coima | procuração | notificação |
        претензи* | решение суда | доверенност* | штраф* | иск | уведомлени*""",
    "health": """health | doctor | hospital | diagnosis | diagnosed | medicine | medication | allergy |
        allergic | blood | dose | mg | injury | injured | surgery | operation | vaccin* | pregnant |
        disease | sick | ill | prescription | therapy | clinic | asthma | insulin | x-ray | arzt | ärztin |
        krankenhaus | diagnose | medikament* | blutdruck | impfung | verletz* | allergie | médecin |
        hôpital | diagnostic | médicament* | tension | vaccin | blessure | ordonnance | médico | médica |
        diagnóstico | medicación | vacuna | alergia | receta | lesión | médic* | vacina | receita | lesão |
        врач* | больниц* | диагноз | лекарств* | привив* | давление | аллерги* | травм* | vet |
        tablet given | tablets | x-ray picture | vaccinated | tetanus | hearing test | glasses since |
        batch number | therapist | dentist | tabletten | tablette | impfpass | weighs | weight of |
        body weight | blood pressure | fever | hba1c | cholesterol | fracture | broken wrist | broken arm |
        broken leg | stitches | concussion | allergies | anticoagulant | antibiotic* | inhaler |
        paracetamol | ibuprofen | physio | psychiatrist | scan of the knee | test result | biopsy |
        migraine | epilep* | diabet* | gewicht von | gebrochen | fieber | tablettenplan | antibiotik* |
        grippeimpfung | geimpft | zeckenimpfung | poids de | cassé le | poignet cassé | fièvre |
        antibiotiqu* | anticoagulant* | vacciné* | peso de | peso do | fiebre | fractura | antibiótic* |
        anticoagulante* | vacunad* | comprimido* | febre | fratura | вес | давлени* | прививк* |
        антибиотик* | перелом | таблет* | температура 3*""",
    "promise": """promise | promised | promises | i owe | we owe | committed to | agreed to |
        gave my word | pledged | assured | guaranteed | obligation | told them | told him | told her |
        comes back | has to go back | return it | give back | borrowed | lent | on loan | versprochen |
        zugesagt | verspricht | geliehen | ausgeliehen | zurückgeben | promis | promesse | prêté* |
        emprunté* | rendre | prometí | prometimos | promet* | prestad* | devolver | emprestad* | обещал* |
        пообещал* | одолжил* | вернуть | we will | they will | gets the first | gave our word | swore |
        i will | i'll | word that | as agreed | owed | gave my yes | my yes | gave the go-ahead |
        said yes to | shook hands on | on my word | zugesichert | ehrenwort | versprach | donné ma parole |
        ma parole | engagé à | di mi palabra | mi palabra | me comprometí | dei a minha palavra |
        minha palavra | comprometi* | дал слово | слово дал* | пообещала""",
    "keep": """keep this | keep for | do not delete | never delete | for the record | for the file |
        keep the | permanent | for ever | forever | for life | aufheben | aufbewahren | à conserver |
        à garder | conservar | guardar | хранить | wedding day | birthday | birthdays | anniversary |
        first met | we met | geburtstag* | jahrestag* | anniversaire* | cumpleaños | aniversario* |
        aniversário* | день рождения | дни рождения | годовщин* | installed in | bought in |
        in service since | only in this note | only record | only copy | written nowhere else |
        nowhere else written | only here | nur hier | seulement ici | solo aquí | só aqui | только здесь""",
    "history": """founded | dissolved | renamed in | merged in | sold in | took place | was released |
        release | migration | elected | vote | recall | recalled | granted | registered | dismissed |
        rejected on | issued on | passed on | opened on | closed on | accepted on | since 1* | milestones |
        season | gegründet | fusioniert | umbenannt | gewählt | abgelehnt | eingestellt | fondé* |
        fusionné* | rebaptisé* | élu* | rejeté* | fundad* | rebautizad* | elegid* | rechazad* |
        mudou de nome | eleit* | recusad* | основан* | переименован* | избран* | отклонен* | отклонён* |
        came out on | came out in | went out on | went out in | began on | was merged on | merged on |
        started on | went live | opened in | moved from | switched from | came into force | took effect |
        lasted since | was moved from | migrated | cut over | inaugurat* | dissolved in | closed in |
        reconciled | audit for | audited | ging live | umgestellt | umgezogen | eröffnet |
        mise en service | ouvert en | migré | puesta en marcha | inaugurad* | migrad* | entrou em vigor |
        aberto em | запущен* | перенесен*""",
    "now": """now | from now on | since then | anymore | any more | no longer | henceforth | jetzt | nun |
        seitdem | ab jetzt | désormais | maintenant | depuis | ahora | desde entonces | desde ahora |
        agora | desde então | doravante | теперь | отныне | с тех пор""",
    "tail": """except | apart from | also | by the way | but not | mostly | almost | nearly | all but |
        more or less | außer | bis auf | übrigens | außerdem | fast | sauf | au fait | presque | salvo |
        menos los | por cierto | casi | menos os | já agora | exceto | quase | кроме | кстати | почти""",
    "secret": """pin | password | passphrase | key | safe | vault | envelope | passwort | tresor |
        schlüssel | mot de passe | coffre | clave | caja fuerte | palavra-passe | cofre | код | пароль |
        сейф | door code | alarm code | lock code | the code | new code | code is""",
    "price": """budget | cost | costs | price | prices | crowns | euro | euros | dollars | pounds | francs |
        kroner | eur | usd | gbp | fee | fees | kosten | preis* | geld | coût | prix | coste | precio* |
        dinero | custo | preço* | dinheiro | стоимость | цена | деньги | рублей""",
    "soon-over": """tonight | this weekend | this week | tomorrow | until noon | until evening |
        until tomorrow | all night | by morning | this evening | snowing | raining | foggy | right now |
        moment of writing | heute nacht | diese woche | am wochenende | bis morgen | heute abend |
        ce soir | cette semaine | ce week-end | demain | esta noche | esta semana | este fin de semana |
        hoje à noite | esta noite | este fim de semana | сегодня ночью | на этой неделе | в эти выходные |
        this afternoon | today | until tonight | till tonight | until lunch | until dusk | until dawn |
        until midnight | until morning | back at | back by | back at noon | back in a minute |
        back within | in an hour | an hour left | hours left | minutes left | minutes to go |
        an hour to go | five minutes | ten minutes | two minutes | twenty minutes | half an hour |
        one hour | two hours | three hours | a few hours | a few minutes | for an hour | all morning |
        all afternoon | until one | until two | until three | until four | until five | until six |
        until seven | until eight | until nine | until ten | until eleven | until half past |
        until monday | until tuesday | until wednesday | until thursday | until friday | until saturday |
        until sunday | till monday | till friday | by noon | by lunch | by tonight | by evening |
        by the evening | this night | over lunch | heute | heute nachmittag | heute früh | bis mittag |
        bis montag | bis dienstag | bis mittwoch | bis donnerstag | bis freitag | bis samstag |
        bis sonntag | noch eine stunde | noch zwei stunden | minuten noch | gleich zurück | zurück um |
        aujourd'hui | cet après-midi | ce matin | jusqu'à midi | jusqu'à lundi | jusqu'à vendredi |
        dans une heure | encore une heure | retour à | de retour à | hoy | esta tarde | esta mañana |
        hasta mediodía | hasta el lunes | hasta el viernes | en una hora | vuelve a las | hoje |
        esta manhã | até ao meio-dia | até segunda | até sexta | dentro de uma hora | volta às | сегодня |
        до обеда | до вечера | до понедельника | до пятницы | через час | ещё час | вернётся к""",
    "value": """port | ports | host | hostname | endpoint | branch | flag | flags | cron | timeout | limit |
        pool | token | api key | relay | schema | base url | version is | serial | firewall | puerto |
        porta | порт | anschluss | zweig | pinned | valid from | timeouts""",
    "holds": """says | runs | holds | remains | stays | loses | takes | gives | means | closes | opens |
        pays | sends | belongs | grinds | rests | breaks | needs | keeps | lives | works | comes | goes |
        drops | contains | depends | costs""",
    "wrapped": """closed | closed the ticket | closed the case | with a blush | all green | passed |
        gave up | got it""",
    "todo": """todo | to do | to-do | fixme""",
    "set": """raised | lowered | increased | decreased | reduced | bumped | set | changed | switched |
        turned up | turned down | moved | renamed | pinned | upgraded | downgraded | extended | shortened |
        doubled | halved | calibrated | configured | authenticated | enabled | disabled | registered |
        assigned | subscribed | erhöht | gesenkt | gesetzt | geändert | umgestellt | hochgesetzt |
        heruntergesetzt | verlängert | verkürzt | relevé | augmenté | baissé | réduit | passé à | monté |
        réglé | changé | subí | subimos | bajé | bajamos | cambié | cambiamos | puse | pusimos | ajusté |
        aumentei | aumentámos | baixei | mudei | mudámos | passei para | pus | ajustei | поднял* |
        понизил* | увеличил* | уменьшил* | поменял* | сменил* | переключил* | выставил*""",
}
