"""The cues in German."""

WORDS: dict[str, str] = {
    "likes": """hat ein faible | faible | fan von | gefällt ihr | gefällt ihm | gefallen ihr | gefallen ihm |
        genießt | schwärmt | steht auf | hält viel von | möchten | wünscht | tendiert | lieblings* | angetan |
        am angenehmsten | kommt gut an | hätten gern | will lieber | zieht vor""",
    "dislikes": """kein fan | hält nichts von | gar nichts von | meidet | scheut | genervt | gegen den strich |
        nicht ausstehen | nicht leiden | zuwider | graut | ärgert* | unangenehm | zu laut | zu bunt | albern |
        geht ihr auf | geht ihm auf | verträgt sich nicht""",
    "soft": """bitte | nach möglichkeit | möglichst | in der regel | eher | wenn es geht | normalerweise |
        üblicherweise | tendenziell | im zweifel""",
    "never": """keinesfalls | keineswegs | unter gar keinen umständen | auf gar keinen fall | nie wieder |
        zu keiner zeit""",
    "not": """keiner | keines | niemand | nirgends | nichts | ohne | weder | darfst nicht | sollst nicht |
        soll nicht | sollen nicht | tabu | untersagt | unzulässig | verboten""",
    "must": """musst | soll | sollen | sollst | ausschließlich | zwingend | unbedingt | jedes mal | jedesmal |
        ausnahmslos | spätestens | mindestens | höchstens | ist zu | sind zu | verpflichtend | vorgeschrieben |
        untersagt | erforderlich | notwendig | erlaubt | gestattet | tabu | nicht vergessen | in jedem fall |
        zunächst | stets | nur nach | nur mit | nur durch | niemand darf | keiner darf""",
    "whenever": """immer wenn | im fall | im falle | nach jedem | nach jeder | vor jedem | vor jeder | solange |
        ehe | während | sooft""",
    "sitting": """vorhin | mittags | vorgestern | gerade eben | treffen | besprechung | telefonat | zusammen |
        gemeinsam | anschließend | danach | stundenlang | eine stunde | zwei stunden | halbe stunde |
        den ganzen tag | feierabend | beim kaffee | beim mittagessen | wochenende""",
    "deed": """angerufen | abgeholt | gekocht | geputzt | gespült | gewischt | gekehrt | gefegt | gesaugt |
        hochgeladen | heruntergeladen | verschickt | abgeschickt | geschickt | beantwortet | geholfen | montiert |
        installiert | getauscht | gewechselt | ersetzt | gemergt | gepusht | deployt | angesehen | gesucht |
        gefunden | vorbereitet | nachgefragt | gewogen | gegossen | gejätet | gefahren | gespielt | geübt |
        geordnet | gereinigt | überarbeitet | übersetzt | notiert | beschriftet | fotografiert | archiviert |
        gelöscht | neu gestartet | aufgehängt | abgebaut | aufgebaut | eingetragen | ausgedruckt | eingeräumt |
        ausgeräumt | durchgesehen | nachgetragen""",
    "nothing-owed": """ohne befund | ohne ergebnis | nichts offen | alles gut | alles in ordnung | alles grün |
        keine probleme | keine auffälligkeiten | nichts besonderes | kein handlungsbedarf | keine beanstandung* |
        kann ignoriert werden | bitte ignorieren | nichts weiter | nichts zu tun | niemand hat sich beschwert""",
    "waiting": """warte | abwarten | rückmeldung | antwort von | antwort vom | immer noch nicht | bislang nicht |
        bisher nicht | bisher keine | steht aus | stehen aus | ausständig | ungeklärt | ungewiss | liegt beim |
        liegt bei der | blockiert* | zurückgestellt | vertagt | nachbestellt | bestellt | zu klären | in klärung |
        folgt | folgen | fehlt | fehlen | nicht gemeldet | überfällig | unbeantwortet | unbezahlt | unerledigt |
        in bearbeitung | muss noch | müssen noch | noch kein | noch keinen | noch niemand | wird noch |
        werden noch""",
    "open": """unfertig | halbfertig | in vorbereitung | in planung | entwurf | teilweise | zur hälfte | noch zu |
        rest folgt | muss noch | müssen noch | unvollständig | noch nicht fertig""",
    "running": """wird gerade | werden gerade | läuft noch | unterwegs | noch etwa | restzeit | wird kopiert |
        wird hochgeladen""",
    "for-now": """einstweilen | übergangsweise | behelfsmäßig | provisorisch* | provisorium | bis auf weiteres |
        zwischenzeitlich | ausnahmsweise | befristet* | notlösung | fürs erste | so lange | heute abend |
        am wochenende | aktuell | im moment""",
    "away": """krankgeschrieben | elternzeit | mutterschutz | karenz | dienstreise | betriebsferien | ferien |
        auf reisen | nicht im haus | außer haus | vertritt | urlaubsvertretung | reha | zur kur | beurlaubt |
        auf fortbildung""",
    "trouble": """streikt | stürzt ab | abgestürzt | undicht | tropft | leckt | verstopft | verschwunden |
        geht nicht | funktioniert nicht | außer betrieb | stillgelegt | nicht erreichbar | läuft nicht |
        startet nicht | abgelaufen | eingefroren | überlastet""",
    "as-of": """stichtag | betrug | betrugen | lag bei | lagen bei | zählte | zählten | gesamt | insgesamt |
        durchschnitt* | mittelwert | auswertung | zwischenstand | kassenstand | zählerstand | höchststand |
        umfrage* | auslastung | davon | gewogen | ablesung | abgelesen""",
    "formerly": """vormals | einst | seinerzeit | hieß | hießen | vorige* | letztes jahr | voriges jahr |
        letzten sommer | letzten winter | abgelöst | abgeschafft | ausgemustert | veraltet* | damalig* |
        bis dahin | zuvor""",
    "incident": """feuer | einbruch | diebstahl | gestohlen | datenverlust | datenpanne | datenleck | unfall |
        rohrbruch | überschwemmung* | hochwasser | sturmschaden | blitzeinschlag | kurzschluss | absturz |
        wiederhergestellt | evakuier* | notruf | rückruf* | verletzte | erpress* | phishing* | hackerangriff |
        notfall | *ausfall | *unfall | *brand | *schaden | *einbruch | *rohrbruch | brand in | brand im |
        brand am | großbrand""",
    "baseline": """vergleichsmessung* | vergleichswerte | referenzlauf | referenzwert* | referenzmessung* |
        nullmessung | basiswert* | zum vergleich | ausgangsmessung | ausgangswerte | bezugswert* | vor dem umbau |
        vor der umstellung""",
    "replaced": """abgelöst durch | hinfällig | inzwischen ersetzt""",
    "config": """einstellung* | konfiguration* | befehl | aufruf | zeitplan | benutzer | benutzername | kennung |
        kennwort | umgebungsvariable* | skript | server | intervall | schwelle | schwellwert* | grenzwert* |
        standardwert | voreinstellung* | frequenz | protokoll | logdatei* | laufwerk | netzwerk | netz | sensor |
        seriennummer | kundennummer | konto | iban | kostenstelle | artikelnummer | ablage | zertifikat* |
        startet mit | läuft auf | stündlich | wöchentlich | monatlich""",
    "name-badge": """alleinerziehend* | ledig | verwitwet | geschieden | lebensgefährt* | partnerin | ehemann |
        ehefrau | zwillinge | geschwister | pronomen | anrede | zeitzone | stammt aus | aufgewachsen | studiert |
        promoviert | arbeitet als | arbeitet bei | hauptberuf* | nebenberuf* | ehrenamt* | rentner* |
        pensioniert* | linkshänder* | vegetarier* | veganer* | rollstuhl* | gehörlos* | schwerhörig* |
        farbenblind | spricht | genannt | rufname | jahrgang | enkel* | mutter | vater | großmutter | großvater""",
    "profession": """ingenieur* | erzieher* | pfleger* | krankenpfleger* | handwerker* | elektriker* |
        mechaniker* | schreiner* | gärtner* | förster* | imker* | landwirt* | winzer* | köchin | friseur* |
        apotheker* | tierärzt* | zahnärzt* | hebamme* | jurist* | anwält* | steuerberater* | buchhalter* |
        sekretär* | verkäufer* | programmierer* | entwickler* | informatiker* | fotograf* | journalist* |
        redakteur* | musiker* | sänger* | dirigent* | schauspieler* | bibliothekar* | archivar* |
        wissenschaftler* | forscher* | biolog* | chemiker* | physiker* | student* | doktorand* | professor* |
        dozent* | lokführer* | polizist* | sanitäter* | hausmeister* | selbstständig | selbständig | freiberuf* |
        uhrmacher* | schuster* | schlosser* | schneider*""",
    "persona": """du heißt | ich heiße | dein name | dein ton | deine art | du sprichst | du magst | ich wurde |
        charakter | dein wesen""",
    "household": """wg | unsere familie | unser team | das team | mannschaft | verein | belegschaft | kollegium""",
    "user": """nutzer | nutzerin | benutzerin | ihm | ihnen""",
    "because": """sodass | aufgrund | wegen | infolge | nämlich | deswegen | darum | absichtlich | bewusst |
        mit absicht | ursache | begründung | schuld war | schuld ist | lag daran""",
    "decided": """geeinigt | einigung | beschluss | festgelegt | bleiben bei | haben uns für | haben uns gegen |
        verworfen | dagegen entschieden | abgestimmt | dabei bleibt es""",
    "lesson": """merke | fazit | erkenntnis | herausgefunden | stellte sich | es lag an | es lag am | lag am |
        lag an | stolperstein | fallstrick | tücke | bekannter fehler | kein fehler | so gewollt | aufpassen |
        zeigte sich""",
    "means": """gemeint ist | ist gemeint | bezeichnet | kurz für | abkürzung | besteht aus | umfasst | gilt als |
        gelten als | zählt als | zählen als | zuständig für | ist zuständig | entscheidet über | gehören zu |
        heißen bei""",
    "outside": """lieferanten | kundin | kundschaft | gemeinde | bürgermeister* | finanzamt | stadtverwaltung |
        hausverwaltung | bank | schule | kita | museum | verband | hersteller* | händler* | großhandel* |
        dienstleister* | vermieterin | nachbarin | spedition | krankenkasse | rathaus | verlag | druckerei""",
    "unsure": """vermutlich | wahrscheinlich | eventuell | evtl | anscheinend | scheinbar | möglicherweise |
        glaube ich | glaub ich | soweit ich weiß | keine ahnung | oder so | irgendjemand | irgendwer | irgendwo |
        jemand | heißt es | weiß nicht | unsicher | wie besprochen | wie gehabt | wie immer | wie letztes mal |
        das andere | der andere | die andere | siehe oben | siehe unten | soll wohl | mal sehen""",
    "relative": """übermorgen | letzte woche | vorige woche | kommende woche | kommenden monat | nächstes jahr |
        nächstes mal | letztes mal | seit gestern | ab morgen | in kürze | später | kürzlich | vor kurzem |
        in ein paar | nachher | die tage""",
    "money": """gezahlt | zahlen | zahlt | zahle | beglichen | rückzahlung | erstattet | erstattung |
        ratenzahlung | monatsrate | kredit* | schulden | schuldet | schulde | honorar* | lohn | provision |
        gebühr* | mahnung* | inkasso | lastschrift | abgebucht | abbuchung | gutschrift | spenden | gespendet |
        zuschuss | fördermittel* | subvention* | eingezahlt | kassiert | in bar | wechselgeld | kontoauszug* |
        umsatz* | erlös* | steuererklärung | pfand | gekauft | verkauft | eingekauft | stipendium | bußgeld* |
        *rechnung | *rechnungen | *versicherung | *miete | *steuer | *gebühr | *zahlung | *beitrag | *kosten |
        *gehalt | *spende""",
    "law": """urteil* | klage* | verklagt | anzeige | strafanzeige | gerichts* | bescheid | widerruf* | frist |
        fristlos | vollmacht* | notar* | testament* | erbschaft* | scheidung | sorgerecht | abmahnung* |
        datenschutz* | dsgvo | urheberrecht* | haftung* | haftpflicht* | garantie* | kündigt | unterzeichnet |
        unterschreib* | einschreiben | bußgeld* | zulassung | tüv | abnahme | abgenommen | schlichtung* |
        schiedsgericht | einverständnis* | vereinbarung* | aufenthalts* | ausweis | reisepass | visum | satzung |
        beglaubigt | behördlich* | anwalts* | *vertrag | *verträge | *genehmigung | *lizenz | *klage | *bescheid |
        *urteil | *vollmacht | *gericht | anfecht* | angefochten | gutachten | sachverständig*""",
    "health": """krank | krankheit* | operiert | gebrochen | genäht | platzwunde | gestürzt | sturz | blutung |
        blutwerte | blutzucker* | blutbild | fieber | befund | verschrieben | salbe | spritze* | impf* | geimpft |
        antibioti* | kortison | diabet* | epilep* | migräne | herzinfarkt | schlaganfall | chemo* | bestrahlung |
        dialyse | therapie* | physiotherapie | hausarzt | kinderarzt | zahnarzt | tierarzt | notaufnahme |
        klinik* | schwanger* | laktose* | gluten* | zöliakie | unverträglich* | verträgt kein | verträgt keine |
        allergisch* | dosis | narkose | röntgen* | bandscheibe* | *arzt | *ärztin | *tabletten | *impfung |
        *allergie | *verletzung""",
    "promise": """zusage | zugesichert | versprach | verspreche | versprechen | abgemacht | mein wort |
        ehrenwort | leiht | leihweise | geborgt | ausgeborgt | verliehen | zurückbringen | zurückbekommt |
        zurückgegeben | rückgabe | verpflichtet | verpflichtung | schulden ihm | schulden ihr | schulde ihm |
        schulde ihr""",
    "keep": """nicht löschen | bitte behalten | zur erinnerung | fürs archiv | zu den akten | dauerhaft |
        hochzeitstag | todestag | namenstag | kennengelernt | nicht wegwerfen""",
    "history": """gründung | aufgelöst | eröffnet | eröffnung | wiedergewählt | vorsitz* | veröffentlicht |
        veröffentlichung | erschienen | ging live | live gegangen | umzug | umgezogen | erbaut | saison* |
        chronik | meisterschaft | abstieg | aufstieg | fusion | zugelassen | verabschiedet | zusammengelegt""",
    "now": """künftig | ab sofort | fortan | von nun an | ab heute | neuerdings | nunmehr | seither | weiterhin""",
    "tail": """abgesehen von | nebenbei | ach ja | nur noch | ansonsten | beinahe | größtenteils | zum teil |
        mehr oder weniger""",
    "secret": """kennwort | zugangscode | türcode | alarmcode | zugangsdaten | tresorcode | geheimzahl |
        *passwort | *kennwort""",
    "price": """kostet | franken | betrag* | summe | teuer""",
    "soon-over": """heute nachmittag | dieses wochenende | übers wochenende | bis heute abend | bis mitternacht |
        bis mittag | morgen früh | noch heute | heute noch | es regnet | es schneit | bin gleich | gleich zurück |
        gleich wieder""",
    "holds": """bleibt | bleiben | gilt | gelten | gehört | gehören | bekommt | braucht | kostet | hält""",
    "wrapped": """feierabend | alles grün | ab nach hause""",
}
