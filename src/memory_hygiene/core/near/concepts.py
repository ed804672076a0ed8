"""What frequent words of memories mean, in eleven languages: one concept a line, a column a language. The list is our own.

A word ending in ``*`` stands for all that begin so. A name ending in ``~`` says little; one after ``.`` is the class of
which an entry names one at a time (another language, another weekday is another value); ``+`` joins two concepts.
"""

# ruff: noqa: E501
LANGUAGES = ("en", "de", "fr", "es", "pt", "ru", "zh", "ja", "ko", "it", "nl")
CONCEPTS = """
like~|prefer* like likes liked love loves enjoy* fond want wants favourite favorite|bevorzug* mag mogen liebt lieber gern gerne liebsten wunscht will wollen|prefer* aime aiment adore veut souhaite|prefier* gusta gustan encanta quiere|prefer* gosta adora quer|предпочит* любит нравит* хочет|喜欢 偏好 偏爱 更喜欢 想要 喜好|好む 好き 好んで 希望|선호 좋아|prefer* piace piacciono ama vuole|houdt graag liever voorkeur wil
like~+@not|dislike* hate hates unwelcome detest*|hasst verabscheut|deteste* deteste|odia detesta|odeia detesta|ненавидит|讨厌 不喜欢|嫌い 苦手|싫어|odia detesta|haat
@not|no not never none nor without cannot can't don't doesn't didn't won't isn't aren't mustn't shouldn't avoid* forbidden except|nicht nichts kein keine keinen keinem keiner keines nie niemals ohne verboten außer ausser vermeid*|pas jamais sans aucun aucune interdit sauf evit*|no nunca jamas sin ningun ninguna prohibido excepto evit*|nao nunca sem nenhum nenhuma proibido exceto evit*|не нет никогда без нельзя кроме|不 别 勿 没有 没 禁止 无|ない なし ません 禁止 以外|않 없이 금지 말 안|non mai senza nessun nessuna vietato tranne|niet nooit geen zonder verboden behalve
always~|always every each all any|immer jede jeden jedem jeder jedes alle allen|toujours chaque tous toutes tout|siempre cada todos todas todo|sempre cada todos todas todo|всегда кажд* все|总是 每次 每 必须 都 所有|毎 必ず 常に 全て すべて 毎週|항상 매 모든 반드시|sempre ogni tutti tutte|altijd elke ieder iedere alle
answer|answer* repl* respon*|antwort*|repons* repond*|respuest* respond* contest*|respost* respond*|ответ* отвеч*|回答 回复 答复 答案|回答 返答 返事 応答|답변 응답 답장|rispost* rispond*|antwoord*
ask|ask asks asked asking permission question*|fragen nachfragen fragt ruckfrage erlaubnis frage fragen|demand* question*|pregunt* pedir permiso pregunt*|perguntar pedir permissao pergunta*|спраш* спрос* вопроса разрешен* вопрос*|询问 先问 请示 问一下 征求 问题 提问|確認 尋ね 聞く 許可 質問|물어 확인 질문|chied* permesso domand*|vraag vragen toestemming vraag vragen
short.length|short* brief* concise terse crisp|kurz* knapp*|court* bref breve* brev* concis*|cort* brev* concis*|curt* brev* concis*|корот* кратк*|简短 简洁 短|短い 短く 簡潔 短め|짧은 짧게 간결|brev* cort* concis*|kort* beknopt*
long.length|long longer lengthy detailed verbose|lang lange langer langen ausfuhrlich* detailliert*|long longs longue longues detaill*|larg* detallad*|long* detalhad*|длинн* подробн*|长 详细|長い 長く 詳しく 詳細|긴 길게 자세|lung* dettagliat*|lang lange uitgebreid*
introduction|introduct* preamble intro|einleitung*|introduction preambule|introduccion preambulo|introducao preambulo|вступлен* введен*|开场白 前言|前置き|서론|introduzione premessa|inleiding
email|email* mail mails e-mail*|mail mails email* e-mail*|mail mails courriel* email*|correo correos email* e-mail*|email* e-mail*|письм* почт* имейл*|邮件 电邮|メール|메일 이메일|mail email*|mail mails email*
emoji|emoji*|emoji*|emoji*|emoji* emoticon*|emoji*|эмодзи смайл*|表情 表情符号|絵文字|이모지|emoji*|emoji*
phone|phone* telephone|telefon*|telephon*|telefon*|telefon* telemovel|телефон*|电话 手机|電話|전화|telefon*|telefoon*
call|call calls called calling|anruf* anrufen anzurufen telefonat*|appel appels appeler|llamad* llamar|chamad* ligar|звон* звонк*|打电话 来电 电话|電話|전화|chiamat* chiamare|bellen telefoontje*
message|message* messages|nachricht*|message*|mensaje*|mensag*|сообщен*|消息 信息 讯息|メッセージ|메시지|messagg*|bericht berichten
chat|chat chats slack|chat|chat|chat|chat|чат чате|聊天|チャット|채팅|chat|chat
meeting|meeting* appointment* call|besprechung* meeting* sitzung* treffen termin*|reunion* rendez|reunion* junta cita|reuni* encontro|встреч* совещан* собран*|会议 开会 例会|会議 打ち合わせ ミーティング|회의 미팅|riunion* incontr*|vergadering* overleg bespreking*
team|team teams|team teams|equipe|equipo|equipa equipe|команд*|团队 小组|チーム|팀|team squadra|team
client.person|client clients customer*|kund*|client clients|client*|cliente*|клиент*|客户 顾客|顧客 お客 クライアント|고객|client*|klant*
user~|user users owner|nutzer* benutzer* anwender*|utilisat*|usuari*|utilizador* usuari*|пользовател*|用户|ユーザー ユーザ|사용자|utente utenti|gebruiker*
server|server*|server*|serveur*|servidor*|servidor*|сервер*|服务器|サーバー サーバ|서버|server*|server*
database|database* db|datenbank*|base donnees|base datos|base dados|баз|数据库|データベース|데이터베이스 디비|database|database*
port|port ports|port ports|port ports|puerto puertos|porta portas porto|порт порту порта порты|端口|ポート|포트|porta|poort
test|test tests testing tested|test*|test tests essai*|prueba* test*|teste* testes|тест*|测试|テスト 試験|테스트|test prov*|test tests testen
backup|backup* back-up* backed|sicherung* sicherungs* backup* datensicherung*|sauvegard*|copia seguridad respaldo* backup*|copia seguranca backup*|резервн* бэкап*|备份|バックアップ|백업|backup*|backup* reservekopie*
restart|restart* reboot*|neustart* neugestartet|redemarr*|reinici*|reinici*|перезагру* перезапу*|重启|再起動|재시작 재부팅|riavvi*|herstart*
deploy|deploy* release* ship ships rollout*|deploy* ausgeliefert ausroll* bereitstell*|deploy* deploi*|despleg* despliegue* desplieg*|implant* deploy* publicar|депло* разверт* развёрт* выкат*|部署 发布 上线|デプロイ 配備 リリース|배포|deploy* rilasc*|deploy* uitrol*
delete|delet* remov* eras*|losch* entfern* geloscht|supprim* effac*|borr* elimin*|apag* elimin* remov*|удал* стира* стере*|删除 移除|削除 消す|삭제|cancell* elimin*|verwijder* wissen
file|file files|datei*|fichier*|archivo* fichero*|ficheiro* arquivo*|файл*|文件 档案|ファイル|파일|file|bestand*
folder|folder* director*|ordner* verzeichnis*|dossier* repertoire*|carpeta* directorio*|pasta pastas diretorio*|папк* каталог*|文件夹 目录|フォルダ ディレクトリ|폴더|cartell*|map mappen
password|password* passphrase*|passwort* passworter* kennwort*|mot passe|contraseña* clave|senha* palavra-passe|парол*|密码 口令|パスワード 暗証|비밀번호 암호|password|wachtwoord*
key|key keys|schlussel*|cle cles clef*|llave*|chave*|ключ*|钥匙 密钥|鍵 キー|열쇠 키|chiav*|sleutel*
vault|vault safe|tresor* safe|coffre*|caja boveda|cofre*|сейф*|保险库 保险箱|金庫|금고|cassaforte|kluis*
change~|change* changes changed|ander* geandert wechsel*|chang* modifi*|cambi* modific*|mud* alter* troc*|мен* измен* смен*|更改 改变 更换 修改 换|変更 変える|변경 바꾸|cambi* modific*|wijzig* verander*
invoice|invoice* bill bills|rechnung*|factur*|factura*|fatura* factura*|счёт счет счета счетов|发票 账单|請求書|청구서 송장|fattur*|factur* facturen
pay|pay* paid|bezahl* zahl* zahlung*|pay* paie* paiement*|pag* pago*|pag* pagamento*|плат* оплат*|付款 支付 付 付钱|支払 払う|지불 결제|pag*|betaal* betal*
price|price* cost costs|preis* kostet kosten|prix cout*|precio* coste* cuesta|preço* preco* custo* custa|цен* стоит стоим*|价格 费用|価格 値段 費用|가격 비용|prezz* cost*|prijs prijzen kost*
money|money euro* eur budget*|geld euro* eur budget*|argent euro* budget*|dinero euro* presupuesto*|dinheiro euro* orçamento*|деньг* денег евро бюджет*|钱 预算 欧元|お金 予算|돈 예산|soldi euro* budget*|geld euro* budget*
send~|send* sent mail go out|schick* verschick* send* versand* geschickt raus|envo* partent|envi*|envi*|отправ* посыл* шлёт|发送 发出 发给 寄|送る 送信 送付|보내 발송|invi* mand*|stuur* verstuur* verzend*
report|report*|bericht*|rapport*|informe* reporte*|relatorio*|отчёт* отчет*|报告 报表 周报|報告 レポート 報告書|보고서 리포트|rapport* relazion*|rapport* verslag*
code|code|code quelltext*|code|codigo|codigo|код кода коде|代码|コード|코드|codice|code
comment|comment*|kommentar*|commentaire*|comentario*|comentario*|комментар*|注释 评论|コメント|주석 댓글|comment*|commentaar opmerking*
commit|commit*|commit*|commit*|commit*|commit*|коммит*|提交|コミット|커밋|commit*|commit*
push|push pushes pushing pushed|push* gepusht|pousser push*|push* subir|push*|пуш*|推送|プッシュ|푸시|push*|push* pushen
branch|branch*|branch* zweig*|branche*|rama ramas|ramo ramos branch*|ветк* ветв*|分支|ブランチ|브랜치|ramo rami|branch*
review|review* reviewed|review* begutacht* durchsicht gegenlesen|relire relecture revue|revis*|revis* revisao|ревью проверк*|审查 评审 审核|レビュー|리뷰 검토|revision*|review* nakijken
install|install*|installier*|install*|instal*|instal*|устан*|安装|インストール|설치|install*|installe*
run~|run runs running execut* launch takes happens happen|lauf* lauft ausgefuhrt ausfuhr* findet statt|lanc* execut* tourne fait faite lieu fonctionne|ejecut* corre funciona hace|corre executa* roda feita feito|запуск* выполня* работает делается|运行 执行 进行|実行 動く 走る 行う|실행|esegu* gira parte|draai* loopt uitgevoerd
work|work works working job|arbeit*|travail*|trabaj*|trabalh*|работ*|工作 上班|仕事 働 勤務 作業|일하 근무|lavor*|werk werkt werken
home.place|home|hause zuhause homeoffice|maison domicile|casa|casa|дом дома домой|家 在家|自宅 在宅 家|집 재택|casa|thuis huis
office.place|office*|buro* office|bureau|oficina*|escritorio*|офис*|办公室|事務所 オフィス|사무실|ufficio|kantoor
warehouse.place|warehouse* store storage|lager lagers|entrepot*|almacen*|armazem|склад*|仓库|倉庫|창고|magazzino|magazijn
hospital.place|hospital*|krankenhaus* klinik*|hopital|hospital*|hospital*|больниц*|医院|病院|병원|ospedale|ziekenhuis
school.place|school*|schule* schul*|ecole*|escuela* colegio|escola*|школ*|学校|学校|학교|scuola|school
kitchen.place|kitchen*|kuche*|cuisine|cocina|cozinha|кухн*|厨房|台所 キッチン|부엌|cucina|keuken
live|live lives living|wohnt wohnen lebt|habite* vit|vive viven|vive mora|живёт живет|住在 居住|住む 住んで 在住|살고 거주|vive abita|woont
born|born birthday* birth|geburtstag* geboren*|ne nee anniversaire naissance|nacio nacido nacimiento cumpleaños|nasceu nascido aniversario nascimento|родил* рожден* рождён*|生日 出生|誕生日 生まれ|생일 태어|nato nata compleanno|geboren verjaardag
name|name names named called|name namen namens heißt heisst|nom noms appelle|nombre nombres llama|nome nomes chama|имя имена зовут|名字 名称 叫|名前|이름|nome nomi chiama|naam namen heet
child|child children kid kids|kind kinder kindern|enfant*|hijos niños niñas|filhos crianças criança|дет* ребён* ребен*|孩子 小孩 儿童|子供 子ども|아이 자녀|bambin* figli|kind kinderen
daughter|daughter*|tochter*|fille filles|hija hijas|filha filhas|доч* дочер*|女儿|娘|딸|figlia|dochter
son|son sons|sohn* sohne*|fils|hijo|filho|сын*|儿子|息子|아들|figlio|zoon
wife|wife|frau ehefrau|femme epouse|esposa mujer|mulher esposa|жен* жена|妻子 太太|妻|아내|moglie|vrouw
husband|husband|ehemann|mari|marido esposo|marido|муж мужа|丈夫|夫|남편|marito|echtgenoot
mother|mother mum mom|mutter|mere|madre|mae|мать мам*|妈妈 母亲|母|엄마 어머니|madre|moeder
father|father dad|vater|pere|padre|pai|отец отца пап*|爸爸 父亲|父|아빠 아버지|padre|vader
brother|brother*|bruder|frere*|hermano*|irmao*|брат*|兄弟 哥哥 弟弟|兄 弟|형 동생|fratell*|broer*
sister|sister*|schwester*|soeur* sœur*|hermana*|irma irmas|сестр*|姐姐 妹妹 姐妹|姉 妹|누나 언니|sorell*|zus zussen
friend|friend*|freund freunde freundin|ami amis amie*|amig*|amig*|друг* друз*|朋友|友達 友人|친구|amic*|vriend*
dog.animal|dog dogs|hund hunde hunden|chien*|perro*|cao caes cachorro*|собак* пёс|狗|犬|개 강아지|cane cani|hond honden
cat.animal|cat cats|katze* kater|chat chats chatte*|gato* gata*|gato* gata*|кот кошк* кота|猫|猫|고양이|gatto gatti|kat katten
tea.drink|tea|tee|the|te té|cha|чай чая чаю|茶|茶 紅茶|차를 홍차|te tè|thee
coffee.drink|coffee|kaffee|cafe|cafe|cafe|кофе|咖啡|コーヒー 珈琲|커피|caffe|koffie
milk|milk|milch|lait|leche|leite|молок*|牛奶|牛乳 ミルク|우유|latte|melk
sugar|sugar|zucker*|sucre|azucar|açucar|сахар*|糖|砂糖|설탕|zucchero|suiker
alcohol.drink|alcohol|alkohol|alcool|alcohol|alcool|алкогол*|酒|酒 アルコール|술|alcol|alcohol
drink~|drink*|trink*|boit boire|bebe beber|bebe beber|пьёт пьет пить|喝|飲む 飲まない|마시|beve bere|drinkt drinken
eat~|eat eats|isst essen|mange* manger|come comer|come comer|ест есть|吃|食べ|먹|mangia|eet eten
nut|nut nuts peanut* hazelnut*|nuss* nusse* erdnuss* erdnuss|noix noisette* cacahuete* arachide*|nuez nueces cacahuete* mani|noz nozes amendoim|орех*|花生 坚果|ナッツ ピーナッツ 落花生|견과 땅콩|noci noce arachid*|noten pinda*
meat|meat|fleisch*|viande*|carne|carne|мяс*|肉|肉|고기|carne|vlees
fish|fish|fisch*|poisson*|pescado|peixe|рыб*|鱼|魚|생선|pesce|vis
allergy|allerg*|allerg*|allerg*|alerg*|alerg*|аллерг*|过敏|アレルギー|알레르기|allerg*|allerg*
vegetarian|vegetar* vegan*|vegetar* vegan*|vegetar* vegan*|vegetar* vegan*|vegetar* vegan*|вегетар* веган*|素食 吃素|菜食 ベジタリアン|채식|vegetar* vegan*|vegetar* vegan*
doctor.person|doctor* physician|arzt* arztin*|medecin*|medic* doctor*|medic*|врач* доктор*|医生|医者 医師|의사|medic*|arts dokter
nurse.person|nurse*|krankenschwester* pfleger*|infirmier*|enfermer*|enfermeir*|медсест*|护士|看護師|간호사|infermier*|verpleeg*
teacher.person|teacher*|lehrer*|professeur* enseignant*|profesor* maestr*|professor*|учител* преподава*|老师 教师|先生 教師|선생 교사|insegnant*|leraar lerares
boss.person|boss manager*|chef chefin vorgesetzt*|patron chef|jef*|chefe*|начальник* босс*|老板 领导|上司|상사|capo|baas
developer.person|developer* programmer*|entwickl*|developpeu*|desarrollador* programador*|desenvolvedor* programador*|разработчик* программист*|开发 程序员|開発者 エンジニア|개발자|sviluppat*|ontwikkelaar*
contract|contract*|vertrag* vertrage*|contrat*|contrato*|contrato*|договор* контракт*|合同|契約|계약|contratt*|contract*
order|order orders|bestellung* auftrag* auftrage*|commande*|pedido*|encomenda* pedido*|заказ*|订单|注文|주문|ordin*|bestelling*
delivery|deliver*|liefer*|livr*|entreg* envío|entreg*|доставк* поставк*|送货 交货 发货|配達 納品 配送|배달 배송|consegn*|lever*
deadline|deadline* due|frist* abgabe*|echeance* delai*|plazo* vence*|prazo*|срок* дедлайн*|截止 期限|締め切り 締切 期限|마감|scadenz*|deadline*
holiday|holiday* vacation*|urlaub* ferien|vacances conge*|vacaciones|ferias|отпуск* каникул*|假期 休假 度假|休暇 休み|휴가|vacanz* ferie|vakantie*
printer|printer*|drucker*|imprimant*|impresora*|impressora*|принтер*|打印机|プリンター プリンタ 印刷機|프린터|stampant*|printer*
camera|camera*|kamera*|camera*|camara*|camara* camera*|камер*|摄像头 相机|カメラ|카메라|telecamer*|camera*
screen|screen* display* monitor*|bildschirm* monitor*|ecran*|pantalla*|ecra tela|экран*|屏幕 显示器|画面 モニター|화면 모니터|scherm*|scherm*
computer|computer* laptop* pc|rechner* computer* laptop* pc|ordinateur* portable|ordenador* computador*|computador* portatil|компьютер* ноутбук*|电脑 计算机 笔记本|パソコン コンピュータ|컴퓨터 노트북|computer|computer* laptop*
network|network* wifi wlan vpn|netz netzwerk* wlan wifi vpn|reseau* wifi vpn|red wifi vpn|rede wifi vpn|сет* вайфай vpn|网络 无线|ネットワーク|네트워크|rete wifi|netwerk*
door|door doors|tur turen|porte portes|puerta*|porta|двер*|门|ドア 扉|문을 문은|porta|deur*
window.thing|window*|fenster*|fenetre*|ventana*|janela*|окн* окно|窗|窓|창문|finestr*|raam ramen
car.vehicle|car cars|auto autos wagen|voiture*|coche* carro*|carro*|машин* автомоб*|车 汽车|車|자동차|auto macchina|auto
train.vehicle|train trains|zug zuge zugen bahn|train trains|tren trenes|comboio* trem|поезд*|火车|電車 列車|기차|treno treni|trein*
plane.vehicle|plane planes flight*|flugzeug* flug fluge*|avion* vol vols|avion* vuelo*|aviao* voo*|самолёт* самолет* рейс*|飞机 航班|飛行機 便|비행기|aereo aerei vol*|vliegtuig* vlucht*
bike.vehicle|bike* bicycle*|fahrrad* rad|velo* bicyclette*|bici*|bicicleta*|велосипед*|自行车|自転車|자전거|bici*|fiets*
city|city cities town*|stadt stadte|ville*|ciudad*|cidade*|город*|城市|都市 街|도시|citta|stad steden
street|street* address*|straße* strasse* adresse*|rue adresse*|calle* direccion*|rua endereço* morada*|улиц* адрес*|地址 街道|住所 アドレス|주소|via indirizzo|straat adres*
website|website* site page|webseite* website* seite|site siteweb page|web sitio pagina|site pagina|сайт*|网站 网页|サイト ウェブ|웹사이트 사이트|sito|website*
project|project*|projekt*|projet*|proyecto*|projeto* projecto*|проект*|项目|プロジェクト 案件|프로젝트|progett*|project*
task|task* todo*|aufgabe*|tache*|tarea*|tarefa*|задач* задан*|任务|タスク 課題|작업 과제|compit*|taak taken
list|list lists|liste listen|liste listes|lista*|lista*|списо* списк*|列表 清单 名单|一覧 リスト|목록|elenc* list*|lijst*
table|table tables|tabelle* tabellen|tableau*|tabla*|tabela*|таблиц*|表格|表で 表を テーブル|표로|tabell*|tabel*
bullet|bullet* points|stichpunkt* aufzahlung*|puces|viñetas|topicos|пункт*|要点 条目|箇条書き|글머리|punti|opsomming*
example|example*|beispiel*|exemple*|ejemplo*|exemplo*|пример*|例子 示例|例 例え|예시 예를|esemp*|voorbeeld*
explanation|explain* explanat*|erklar*|expli*|expli*|expli*|объясн*|解释 说明|説明|설명|spieg*|uitleg*
summary|summar*|zusammenfass*|resum* synthes*|resum*|resum*|сводк* резюме итог*|摘要 总结|要約 まとめ|요약|riassunt*|samenvat*
translation|translat*|ubersetz*|tradu*|traduc*|tradu*|перев*|翻译|翻訳|번역|tradu*|vertal*
unit|unit units metric|einheit* metrisch*|unite* metrique*|unidad* metric*|unidade* metric*|единиц* метрич*|单位 公制|単位|단위|unita metric*|eenheid eenheden metrisch*
limit|limit* maximum max|limit* grenze* hochstens obergrenze|limite* maximum|limite* maximo|limite* maximo|лимит* предел* максим*|上限 限制 最大|上限 制限 最大|한도 제한 최대|limit* massimo|limiet* maximum
version.thing|version*|version*|version*|version*|versao*|верси*|版本|バージョン|버전|version*|versie*
language|language*|sprache*|langue*|idioma* lengua*|idioma* lingua*|язык*|语言|言語|언어|lingua*|taal talen
english.tongue|english|englisch*|anglais*|ingles*|ingles*|английск* по-английски|英语 英文|英語|영어|inglese|engels*
german.tongue|german|deutsch*|allemand*|aleman*|alemao|немецк*|德语 德文|ドイツ語|독일어|tedesco|duits*
french.tongue|french|franzosisch*|francais*|frances*|frances*|французск*|法语 法文|フランス語|프랑스어|francese|frans*
spanish.tongue|spanish|spanisch*|espagnol*|español* castellano|espanhol*|испанск*|西班牙语|スペイン語|스페인어|spagnolo|spaans*
portuguese.tongue|portuguese|portugiesisch*|portugais*|portugues*|portugues*|португальск*|葡萄牙语|ポルトガル語|포르투갈어|portoghese|portugees*
russian.tongue|russian|russisch*|russe|ruso*|russo*|русск* по-русски|俄语 俄文|ロシア語|러시아어|russo|russisch*
chinese.tongue|chinese|chinesisch*|chinois*|chino*|chines*|китайск*|中文 汉语|中国語|중국어|cinese|chinees*
japanese.tongue|japanese|japanisch*|japonais*|japones*|japones*|японск*|日语 日文|日本語|일본어|giapponese|japans*
morning.hour|morning* noon|morgens morgen vormittag* mittag*|matin*|mañana mañanas|manha*|утр*|早上 上午 早晨 中午|朝 午前|아침 오전|mattin*|ochtend* morgens
evening.hour|evening*|abend abends|soir*|tarde noche|tarde|вечер*|晚上 傍晚|夕方 晩|저녁|sera|avond*
night.hour|night nights nightly|nacht nachte nachts nachtlich*|nuit*|noche noches|noite noites|ноч* еженощ*|每晚 每天晚上 夜里 夜间 凌晨|毎晩 夜|밤|notte notti|nacht nachts
day~|day days daily|tag tage tagen taglich*|jour jours quotidien*|dia dias diari*|dia dias diari*|день дня дней ежедневн*|每天 天|毎日 日間 日|매일 일간|giorno giorni|dag dagen dagelijks*
week|week* weekly|woche wochen wochentlich*|semaine* hebdomadaire*|semana* semanal*|semana* semanal*|недел* еженедельн*|每周 周 星期|毎週 週|매주 주간|settiman*|week weken wekelijks*
month|month* monthly|monat*|mois mensuel*|mes meses mensual*|mes meses mensa*|месяц* ежемесячн*|每月 月|毎月 月末 月初|매월 달|mese mesi mensil*|maand*
year|year* yearly annual*|jahr jahre jahren jahrlich*|an ans annee* annuel*|año años anual*|ano anos anual*|год года лет ежегодн*|每年 年|毎年 年間|매년 년|anno anni annual*|jaar jaren
hour~|hour hours o'clock|uhr stunde*|heure* h|hora horas h|hora horas h|час часа часов|小时 点|時 時間|시간 시|ora ore|uur
before~.when|before until prior|vor bevor bis|avant|antes|antes|до перед|之前 前|前|전에 전|prima|voor voordat
after~.when|after following|nach nachdem danach|apres|despues tras|depois apos|после через|之后 后|後|후에 다음|dopo|na nadat
open.state|open opens opened|offnet offen geoffnet*|ouvr* ouvert*|abre abiert* abrir|abre abert*|откры*|开门 打开 营业|開く 開店|열|apre apert*|open opent
close.state|close* shut|schließ* schliess* geschlossen*|ferm*|cierra cerrad* cerrar|fecha fechad* encerra|закры*|关门 关闭|閉 閉店|닫|chiud* chius*|sluit* gesloten
start|start* begin*|beginn* start* gestartet* anfang*|commenc* debut*|empiez* comienz* inici*|começ* inici*|нача* начин*|开始|開始 始|시작|inizi* cominc*|begin* start*
end.state|end ends finish*|end endet ende enden|fin finit termin*|termin* acaba fin|termin* acaba fim|конч* законч* истека*|结束 到期|終了 終わ|끝|finisc* scad*|eindig* einde
keep~|keep* kept retain*|aufbewahr* behalten halten bleiben|gard* conserv*|conserv* guard* mantien*|mante* guard* conserv*|хран* держ*|保留 保存 保持|保持 保存 残す|보관 유지|conserv* tien* mant*|bewaar* houd*
write~|write* written writes|schreib* geschrieben*|ecri*|escri*|escrev*|пиш* писать|写 书写|書く 書き|쓰|scriv* scritt*|schrijf* geschreven
read~|read reads|les* gelesen|lire lit|lee leer|ler le|чита*|读 阅读|読む 読|읽|legg*|lees leest
use~|use uses used using|nutz* verwend* benutz*|utilis*|usa usar utiliz*|usa usar utiliz*|использ*|使用 用|使う 使用|사용|usa usar* utilizz*|gebruik*
production|production live|produktion* produktiv*|production|produccion|produçao|продакшн* прод|生产 正式环境|本番|운영 프로덕션|produzione|productie
error|error* failure* bug*|fehler*|erreur* panne*|error errores fallo*|erro erros falha*|ошибк* сбо*|错误 故障|エラー 障害|오류 에러|errore errori|fout fouten
slow.speed|slow*|langsam*|lent*|lent*|lent*|медленн*|慢|遅い|느리|lent*|traag langzaam
fast.speed|fast quick*|schnell*|rapid* vite|rapid*|rapid*|быстр*|快|速い 早い|빠르|veloc* rapid*|snel*
light.shade|light|hell helle helles|clair*|claro clara|claro clara|светл*|浅色 亮色|ライト 明るい|라이트|chiar*|licht lichte
dark.shade|dark|dunkel* dunkl*|sombre*|oscur*|escur*|тёмн* темн*|深色 暗色 黑暗|ダーク 暗い|다크 어두|scur*|donker*
mode~|mode theme|modus thema design|mode theme|modo tema|modo tema|режим* тема тему|模式 主题|モード テーマ|모드 테마|modalita tema|modus thema
formal.tone|formal*|formlich* siezen sie-form|formel* vouvo*|formal* usted|formal*|формальн* официальн*|正式|敬語 丁寧|존댓말|formal*|formeel
informal.tone|informal* casual*|duzen du-form informell* locker*|informel* tuto*|informal* tutear|informal*|неформальн*|随意 非正式|タメ口 カジュアル|반말|informal*|informeel
first@1|first one|erste* ersten ein*|premier* premiere*|primer* uno|primeir*|перв*|第一|最初 第一|첫|prim*|eerste
second@2|second two|zwei zweite* zweiten|deux deuxieme*|dos segund*|dois duas segundo|два две дву* втор*|两 二 两个 第二|二 二匹 二人|두 둘|due secondo|twee tweede
third@3|third three|drei dritte* dritten|trois troisieme*|tres tercer*|tres terceir*|три трёх трет*|三 三个|三 三人|세 셋|tre terz*|drie derde
floor|floor*|stock stockwerk* etage*|etage*|piso planta|andar piso|этаж*|楼 层|階|층|piano|verdieping*
room|room*|raum* zimmer*|salle* piece* chambre*|sala* habitacion*|sala* quarto*|комнат* кабинет*|房间|部屋 室|방|stanz* sala|kamer* zaal
photo|photo* picture* image*|foto* bild bilder*|photo* image*|foto* imagen*|foto* image*|фото* картин* изображен*|照片 图片|写真 画像|사진 이미지|foto immagin*|foto* afbeelding*
music|music|musik*|musique*|musica*|musica*|музык*|音乐|音楽|음악|musica|muziek
book|book books|buch bucher*|livre livres|libro*|livro*|книг*|书|本を 書籍|책|libr*|boek boeken
game|game games|spiel spiele*|jeu jeux|juego*|jogo*|игр*|游戏|ゲーム|게임|gioc*|spel spellen
sport|sport*|sport*|sport*|deporte*|desporto* esporte*|спорт*|运动|スポーツ 運動|운동|sport*|sport*
health|health ill sick|gesund* krank*|sante malad*|salud enferm*|saude doent*|здоров* болен боле*|健康 生病|健康 病気|건강|salut* malat*|gezond* ziek*
secret|secret* confidential*|geheim* vertraulich*|secret* confidentiel*|secret* confidencial*|segred* confidencial*|секрет* тайн*|秘密 保密|秘密 機密|비밀|segret*|geheim*
access|access*|zugang* zugriff*|acces|acceso*|acesso*|доступ*|访问 权限|アクセス|접근|accesso|toegang*
customerservice|support helpdesk|support|support assistance|soporte|suporte|поддержк*|客服 支持|サポート|지원|assistenza|ondersteuning
library|librar*|bibliothek*|bibliotheque*|biblioteca* libreria*|biblioteca*|библиотек*|图书馆 库|図書館 ライブラリ|도서관 라이브러리|biblioteca libreria|bibliotheek
function|function*|funktion*|fonction*|funcion*|funç* funcoes|функци*|函数|関数|함수|funzion*|functie*
model|model*|modell*|modele*|modelo*|modelo*|модел*|模型|モデル|모델|modell*|model*
update|update* upgrade*|aktualisier* update*||actualiz*|atualiz*|обнов*|更新 升级|更新 アップデート|업데이트|aggiorn*|bijwerk* update*
schedule|schedul* plan plans|ansetzen planen geplant*|planifi* prevoir|program* planific*|agend* marcar|назнач* планир*|安排 计划|予定 計画|예정 계획|programm* pianific*|plan* inplannen
automatic|automatic*|automatisch*|automati*|automatic*|automatic*|автомати*|自动|自動|자동|automatic*|automatisch*
manual|manual* hand|manuell* hand|manuel* main|manual* mano|manual* mao|вручную ручн*|手动|手動|수동|manual* mano|handmatig
@day1|monday*|montag*|lundi*|lunes|segunda segundas|понедельник*|周一 星期一 礼拜一|月曜 月曜日|월요일|lunedi|maandag*
@day2|tuesday*|dienstag*|mardi*|martes|terça terças|вторник*|周二 星期二 礼拜二|火曜 火曜日|화요일|martedi|dinsdag*
@day3|wednesday*|mittwoch*|mercredi*|miercoles|quarta quartas|сред*|周三 星期三 礼拜三|水曜 水曜日|수요일|mercoledi|woensdag*
@day4|thursday*|donnerstag*|jeudi*|jueves|quinta quintas|четверг*|周四 星期四 礼拜四|木曜 木曜日|목요일|giovedi|donderdag*
@day5|friday*|freitag*|vendredi*|viernes|sexta sextas|пятниц*|周五 星期五 礼拜五|金曜 金曜日|금요일|venerdi|vrijdag*
@day6|saturday*|samstag* sonnabend*|samedi*|sabado*|sabado*|суббот*|周六 星期六 礼拜六|土曜 土曜日|토요일|sabato|zaterdag*
@day7|sunday*|sonntag*|dimanche*|domingo*|domingo*|воскресен*|周日 星期日 星期天 周天|日曜 日曜日|일요일|domenica|zondag*
listen~|listen*|lauscht* hort|ecoute*|escucha*|escuta*|слуша*|监听|待ち受け リッスン|수신|ascolta*|luistert
learn|learn* study studies studying|lern* studier*|apprend* apprent* etudie*|aprend* estudi*|aprend* estud*|уч* изуча*|学习 学 在学|学ぶ 勉強 習|배우 공부|impar* studi*|leer leren leert studeer*
play~|play plays playing|spiel* spielt|joue*|toca tocar juega jugar|toca tocar joga jogar|играет играть|玩 弹|弾く 遊|연주|suona* giocare|speelt spelen
teach|teach* train*|unterricht* lehrt|enseigne*|enseñ*|ensin*|преподаёт обуча*|教|教える|가르|insegna*|onderwijs*
card|card cards|karte karten|carte cartes|tarjeta*|cartao cartoes|карт*|卡 卡片|カード|카드|carta carte|kaart kaarten
cash|cash|bar bargeld|especes liquide|efectivo||наличн*|现金|現金|현금|contanti|contant
tax|tax taxes vat|steuer* mwst|impot* taxe* tva|impuesto* iva|imposto* iva|налог* ндс|税 税费|税金 税|세금|tass* imposte iva|belasting* btw
abbreviation|abbreviat* acronym*|abkurzung*|abreviation*|abreviatur* sigla*|abreviatur* sigla*|сокращен* аббревиат*|缩写 简称|略語 略称|약어|abbreviazion* sigl*|afkorting*
neighbour.person|neighbour* neighbor*|nachbar*|voisin*|vecin*|vizinh*|сосед*|邻居|隣人 隣|이웃|vicin*|buurman buurvrouw buren
supplier.person|supplier* vendor*|lieferant* anbieter*|fournisseur*|proveedor*|fornecedor*|поставщик*|供应商|仕入先 業者|공급|fornitor*|leverancier*
landlord.person|landlord* landlady|vermieter*|proprietaire bailleur|casero arrendador propietari*|senhorio|арендодател* хозяин*|房东|大家さん 家主|집주인|padrone|huisbaas verhuurder
lawyer.person|lawyer* solicitor*|anwalt* rechtsanwalt*|avocat*|abogad*|advogad*|адвокат* юрист*|律师|弁護士|변호사|avvocat*|advocaat
accountant.person|accountant* bookkeep*|buchhalt* steuerberat*|comptab*|contable contador*|contabil*|бухгалт*|会计|会計 経理|회계|contabil* commercialist*|boekhoud*
colleague.person|colleague* coworker*|kolleg*|collegue*|colega* compañer*|colega*|коллег*|同事|同僚|동료|collega colleghi|collega*
driver.person|driver*|fahrer*|chauffeur* conducteur*|conductor* chofer*|motorista condutor*|водител*|司机|運転手|운전|autist*|chauffeur*
parents|parents|eltern|parents|padres|pais|родител*|父母|両親 親|부모|genitori|ouders
grandmother|grandmother* grandma|großmutter grossmutter oma|grand-mere|abuela|avó avo|бабушк*|奶奶 外婆 祖母|祖母|할머니|nonna|oma grootmoeder
baby|baby babies|baby saugling*|bebe*|bebe|bebe|младен* малыш*|宝宝 婴儿|赤ちゃん|아기|neonat*|baby
horse.animal|horse*|pferd*|cheval chevaux|caballo*|cavalo*|лошад* конь коней|马|馬|말을|cavall*|paard*
bird.animal|bird*|vogel vogel*|oiseau*|pajaro* ave aves|passaro* ave aves|птиц*|鸟|鳥|새를|uccell*|vogel*
garden.place|garden*|garten*|jardin*|jardin*|jardim|сад саду сада огород*|花园 院子|庭|정원|giardin*|tuin*
countryside.place|countryside village*|land dorf*|campagne village*|campo pueblo*|campo aldeia*|деревн* сел*|乡下 农村 村|田舎 村|시골|campagna paese|platteland dorp
workshop.place|workshop*|werkstatt*|atelier*|taller*||мастерск*|车间 工作坊|工房 作業場|작업장|officina|werkplaats*
shop.place|shop* shops|laden geschaft*|magasin* boutique*|tienda*|loja*|магазин*|商店 店|店 店舗|가게|negozi*|winkel*
restaurant.place|restaurant*|restaurant* gaststatte*|restaurant*|restaurante*|restaurante*|ресторан*|餐厅 饭店|レストラン|식당|ristorante*|restaurant*
bank.place|bank banks|bank banken|banque*|banco*|banco*|банк*|银行|銀行|은행|banca|bank
airport.place|airport*|flughafen*|aeroport*|aeropuerto*|aeroporto*|аэропорт*|机场|空港|공항|aeroport*|luchthaven
station.place|station*|bahnhof*|gare gares|estacion*|estaçao estacao|станци* вокзал*|车站|駅|역에서|stazione|station
travel|travel* trip trips journey*|reise* reist|voyag* trajet*|viaj* viaje*|viaj* viagem*|поездк* путешеств* ездит|旅行 出差|旅行 出張|여행 출장|viagg*|reis reizen
hotel|hotel*|hotel*|hotel*|hotel* alojamiento|hotel* alojamento|отел* гостиниц*|酒店 宾馆|ホテル|호텔|albergo hotel|hotel*
ticket|ticket*|ticket* fahrkarte* eintrittskarte*|billet*|billete* entrada* ticket*|bilhete* ticket*|билет* тикет*|票 工单|切符 チケット|티켓 표를|bigliett*|kaartje ticket*
rent|rent rents rental|miete* mietet|loyer louer location|alquil* renta|renda aluguel|аренд*|房租 租|家賃 賃貸|임대 월세|affitt*|huur*
insurance|insur*|versicher*|assur*|segur*|segur*|страхов*|保险|保険|보험|assicur*|verzeker*
salary|salary wage*|gehalt* lohn*|salaire*|sueldo* salario*|salario* ordenado|зарплат*|工资 薪水|給料 給与|급여 월급|stipendi*|salaris loon
discount|discount*|rabatt*|remise* rabais|descuento*|desconto*|скидк*|折扣 优惠|割引 値引|할인|scont*|korting*
offer|offer* quote quotes|angebot*|devis offre*|oferta* presupuest*|oferta* orçamento|предложен*|报价|見積 見積もり|견적|offert* preventiv*|offerte*
signature|sign signs signature*|unterschrift* unterschreib*|sign*|firm*|assin*|подпис*|签名 签字|署名 サイン|서명|firm*|handteken*
meal.food|meal* lunch dinner breakfast|mahlzeit* mittagessen abendessen fruhstuck*|repas dejeuner diner|comida* almuerz* cena desayun*|refeiç* almoço jantar|обед* ужин* завтрак*|餐 午饭 晚饭 早饭|食事 昼食 夕食 朝食|식사 점심|pasto pranzo cena colazione|maaltijd* lunch ontbijt
bread.food|bread|brot*|pain|pan|pao|хлеб*|面包|パン|빵|pane|brood
vegetables|vegetable*|gemuse*|legume*|verdura*|legumes verdura*|овощ*|蔬菜|野菜|야채|verdur*|groente*
spicy|spicy|scharf* scharfes|epice* pique|picante*|picante*|остр*|辣|辛い 辛|매운|piccant*|pittig
gluten|gluten*|gluten*|gluten*|gluten*|gluten*|глютен*|麸质|グルテン|글루텐|glutine|gluten*
lactose|lactose|laktose*|lactose|lactosa|lactose|лактоз*|乳糖|乳糖|유당|lattosio|lactose
wine.drink|wine*|wein|vin vins|vino*|vinho*|вино вина|红酒 葡萄酒|ワイン|와인|vino|wijn
beer.drink|beer*|bier*|biere*|cerveza*|cerveja*|пив*|啤酒|ビール|맥주|birra|bier
water.drink|water|wasser|eau|agua|agua|вод*|水|水|물을|acqua|water
asthma|asthma*|asthma*|asthm*|asma|asma|астм*|哮喘|喘息|천식|asma|astma
diabetes|diabet*|diabet*|diabet*|diabet*|diabet*|диабет*|糖尿病|糖尿病|당뇨|diabet*|diabet*
medicine|medicine* medication* pill*|medikament* tablette*|medicament*|medicamento* medicina*|medicamento* remedio*|лекарств* таблет*|药|薬|약을|medicin* farmac*|medicijn*
pain|pain* hurts|schmerz*|douleur* mal|dolor*|dor dores|боль боли|疼 痛|痛み 痛|통증|dolor*|pijn
sleep|sleep*|schlaf*|dort dormir sommeil|duerm* dormir sueño|dorm* sono|спит сон сна|睡觉 睡眠|睡眠 寝る|자는 수면|dorm*|slaap* slapen
fear|afraid fear*|angst furchtet|peur|miedo|medo|боит* страх*|怕 害怕|怖い 怖|무서|paura|bang angst
left.side|left|links linke*|gauche|izquierd*|esquerd*|левы* слева|左|左|왼쪽|sinistr*|links
right.side|right|rechts rechte*|droite|derech*|direit*|правы* справа|右|右|오른쪽|destr*|rechts
new.age|new newest|neu neue neuen neuer neues|nouveau nouvelle*|nuev*|nov*|новы* новая новое|新 新的|新しい 新|새로운|nuov*|nieuw*
old.age|old oldest older|alt alte alten alter altere*|vieux vieille ancien*|viej* antigu* mayor|velh* antig*|стар*|旧 老|古い 旧|오래된|vecchi*|oud oude
young|young* youngest|jung* jungste*|jeune*|joven* pequeñ* menor|jovem novo|молод* младш*|小 年轻 最小|若い 末|어린 막내|giovan* piccol*|jong*
big.size|big large larger|groß* gross*|grand grande grands|grand*|grande*|больш*|大 大型|大きい 大|큰|grand*|groot grote
small.size|small little smaller|klein*|petit*|pequeñ*|pequen*|маленьк* небольш*|小 小型|小さい 小|작은|piccol*|klein*
hot.heat|hot warm|heiß* heiss* warm*|chaud*|calient*|quente*|горяч* тёпл*|热|暑い 熱い|뜨거|cald*|heet warm
cold.heat|cold|kalt*|froid*|frio fria|frio fria|холодн*|冷 冷的|寒い 冷た|차가운|fredd*|koud*
heating|heating heater*|heizung* heizkorper*|chauffage*|calefaccion|aquecimento|отоплен* обогрев*|暖气|暖房|난방|riscaldamento|verwarming
degree|degree* celsius|grad|degre*|grado*|grau*|градус*|度|度|도씨|grad*|graad graden
broken|broken defective|kaputt* defekt*|casse* panne|rot* averiad*|avariad* partid*|сломан* неисправ*|坏|壊れ 故障|고장|rott* guast*|kapot defect
repair|repair* fix fixes fixed|reparier* reparatur* behoben|repar* corrig*|repar* arregl*|repar* consert*|ремонт* почин* исправ*|修 修复 修理|修理 修正|수리 수정|ripar*|reparat* gerepareerd
remote.place|remote* remotely|remote fernarbeit|distance teletravail|remoto teletrabajo distancia|remoto distancia teletrabalho|удалённо удаленно удалённ*|远程|リモート 遠隔 テレワーク|원격|remoto distanza|afstand remote
log|log logs logfile*|log logs protokoll*|log logs journaux|log logs registro*|log logs registo*|лог логи логов логах|日志|ログ|로그|log|log logs
package|package* dependenc*|paket* abhangigkeit*|paquet* dependance*|paquete* dependencia*|pacote* dependencia*|пакет* зависимост*|包 依赖 软件包|パッケージ 依存|패키지|pacchett* dipendenz*|pakket*
changelog|changelog*|changelog anderungsprotokoll|changelog|changelog|changelog|changelog|变更日志 更新日志|変更履歴|변경 로그|changelog|changelog
attachment|attach*|anhang* anlage*||adjunto*|anexo*|вложен*|附件|添付|첨부|allegat*|bijlage*
confirmation|confirm*|bestatig*|confirm*|confirm*|confirm*|подтвержд*|确认|確認|확인|conferm*|bevestig*
approval|approv*|genehmig* freigabe* zustimmung*|approbation* validation* accord|aprob*|aprov*|одобр* согласован*|批准 同意 审批|承認|승인|approv*|goedkeur*
rule|rule rules|regel regeln|regle*|regla*|regra*|правил*|规则 规定|規則 ルール|규칙|regol*|regel regels
decision|decision* decid*|entscheid* entschieden beschluss*|decision* decid*|decision* decid*|decis* decid*|решен* решил*|决定|決定|결정|decision* decis*|besluit* beslissing*
agreement|agree*|vereinbar* abmachung* einverstanden|accord convenu|acuerdo acordad*|acordo acordad*|договорён* договорен*|约定 协议|合意 約束|합의|accord*|afspraak afspraken
problem|problem* issue*|problem*|probleme*|problema*|problema*|проблем*|问题 麻烦|問題|문제|problem*|probleem problemen
reason|reason* because|grund grunde weil|raison*|razon* porque|razao motivo porque|причин* потому|原因 因为|理由|이유|ragion* perche|reden*
idea|idea ideas|idee ideen|idee*|idea*|ideia*|иде*|想法 主意|アイデア|아이디어|idea idee|idee*
goal|goal* target*|ziel ziele|objectif* but|objetivo* meta|objetivo* meta|цел*|目标|目標|목표|obiettiv*|doel doelen
quality|quality|qualitat*|qualite*|calidad|qualidade|качеств*|质量|品質|품질|qualita|kwaliteit
text|text texts|text texte texten|texte*|texto*|texto*|текст*|文字 文本|文章 テキスト|텍스트||tekst*
image|diagram* chart* graph*|diagramm* grafik*|diagramme* graphique*|diagrama* grafico*|diagrama* grafico*|диаграмм* график*|图表|図 グラフ|그래프|diagramm* grafic*|diagram* grafiek*
document|document* doc docs documentation|dokument*|document*|documento* documentacion|documento* documentaçao|документ*|文档 资料|文書 ドキュメント 資料|문서|document*|document*
note|note notes|notiz* notizen|note notes|nota notas apunte*|nota notas apontament*|заметк*|笔记 备注 记录|メモ 記録 議事録|메모|not* appunt*|notitie*
letter|letter letters|brief briefe|lettre*|carta cartas|carta cartas|письм*|信 信件|手紙|편지|letter*|brief brieven
calendar|calendar*|kalender*|calendrier* agenda|calendario* agenda|calendario* agenda|календар*|日历 日程|カレンダー|달력 캘린더|calendar* agenda|kalender* agenda
reminder|remind*|erinner*|rappel*|recordatorio* recuerd*|lembrete* lembra*|напомин* напомн*|提醒|リマインド 通知|알림|promemoria ricord*|herinner*
notification|notif*|benachrichtig*|notif*|notif* aviso*|notific* aviso*|уведомлен*|通知|通知|알림|notific* avvis*|melding*
alarm|alarm* alert*|alarm* warnung*|alarme* alerte*|alarma* alerta*|alarme* alerta*|тревог* оповещен*|警报 告警|警報 アラート|경보|allarm*|alarm*
weekend|weekend*|wochenende*|week-end weekend|finde||выходн*|周末|週末|주말|weekend|weekend
lunch|noon midday|mittag mittags|midi|mediodia|meio-dia|полдень обед|中午|正午 昼|정오|mezzogiorno|middag
summer.season|summer*|sommer*|ete|verano|verao|лет* летом|夏天 夏季|夏|여름|estate|zomer*
winter.season|winter*|winter*|hiver|invierno|inverno|зим*|冬天 冬季|冬|겨울|inverno|winter*
spring.season|spring|fruhling* fruhjahr*|printemps|primavera|primavera|весн*|春天 春季|春|봄에|primavera|lente voorjaar
autumn.season|autumn*|herbst*|automne|otoño|outono|осен*|秋天 秋季|秋|가을|autunno|herfst
red.colour|red|rot rote roten|rouge*|roj*|vermelh*|красн*|红|赤|빨간|ross*|rood rode
blue.colour|blue|blau*|bleu*|azul*|azul azuis|син*|蓝|青|파란|blu|blauw*
green.colour|green|grun*|vert verte*|verde*|verde*|зелён* зелен*|绿|緑|초록|verde verdi|groen*
white.colour|white|weiß* weiss*|blanc*|blanc*|branc*|бел*|白|白|하얀|bianc*|wit witte
black.colour|black|schwarz*|noir*|negr*|pret*|чёрн* черн*|黑|黒|검은|ner*|zwart*
guitar|guitar*|gitarre*|guitare*|guitarra*|guitarra* violao|гитар*|吉他|ギター|기타를|chitarr*|gitaar
piano|piano*|klavier*|piano*|piano*|piano*|пианино фортепиано|钢琴|ピアノ|피아노|pianoforte|piano
football|football soccer|fußball* fussball*|football foot|futbol|futebol|футбол*|足球|サッカー|축구|calcio|voetbal*
swim|swim*|schwimm*|nage* natation|nada nadar natacion|nada nadar nataçao|плава*|游泳|泳ぐ 水泳|수영|nuota*|zwem*
walk|walk*|spazier*|marche* promenade*|paseo* camina*|caminha* passeio*|гуля* прогулк*|散步 走路|散歩|산책|passeggi* cammin*|wandel*
film|film* movie*|film* kino|film* cinema|pelicula* cine|filme* cinema|фильм* кино|电影|映画|영화|film cinema|film*
news|news|nachrichten|actualite* nouvelles|noticia*|noticia*|новост*|新闻|ニュース|뉴스|notizie|nieuws
married|married wedding*|verheiratet hochzeit*|marie* mariage*|casad* boda|casad* casamento|женат замужем свадьб*|结婚 已婚|結婚 既婚|결혼|sposat* matrimonio|getrouwd bruiloft
divorced|divorc*|geschieden scheidung*|divorc*|divorci*|divorci*|развед* развод*|离婚|離婚|이혼|divorzi*|gescheiden
religion|muslim* jewish christian religio*|muslim* judisch* christ* relig*|musulman* juif* chretien* relig*|musulman* judi* cristian* relig*|muculman* judeu* crist* relig*|мусульман* еврей* христиан* религ*|宗教 穆斯林|宗教|종교|musulman* ebre* cristian* relig*|moslim* joods christ* relig*
student.person|student* pupil*|student* schuler*|etudiant* eleve*|estudiante* alumn*|estudante* alun*|студент* ученик*|学生|学生|학생|student* alunn*|student* leerling*
engineer.person|engineer*|ingenieur*|ingenieur*|ingenier*|engenheir*|инженер*|工程师|技術者|엔지니어|ingegner*|ingenieur*
designer.person|designer*|designer* gestalter*|designer* graphiste*|diseñador*|designer*|дизайнер*|设计师|デザイナー|디자이너|designer|ontwerper*
responsible|responsib* charge|zustandig* verantwortlich*|responsable* charge|responsable* encargad*|responsavel* encarregad*|отвечает ответствен*|负责|担当|담당|responsabil*|verantwoordelijk*
speak~|speak* talk*|spricht sprechen redet|parle*|habla*|fala*|говор*|说 讲|話す 話せ|말하|parla*|spreek* spreekt
show~|show* display* shown|zeig* angezeigt*|montr* affich*|muestr* mostr*|mostr*|показ* отобра*|显示 展示|表示 見せ|표시|mostr*|toon* weergegeven
add~|add adds added|hinzufug* erganz*|ajout*|añad* agreg*|adicion* acrescent*|добав*|添加 增加|追加|추가|aggiung*|toevoeg*
copy|copy copies|kopie* kopier*|copie*|copia*|copia* copiar|копи*|复制|コピー|복사|copia*|kopie*
rename|rename*|umbenenn*|renomm*|renombr*|renome* renomear|переимен*|重命名|改名 名前変更|이름 변경|rinomin*|hernoem*
move~|move moves|verschieb* umzieh*|deplac* demenag*|mueve mover|move mover muda|перемест* переезж*|移动 搬|移動 引っ越|이동|spost*|verplaats*
search|search* find|such* finde*|cherch* recherch*|busc*|procur* busc*|поиск* иска*|搜索 查找|検索 探|검색|cerc* ricerc*|zoek*
download|download*|herunterlad* download*|telecharg*|descarg*|baix* descarreg*|скача* загруз*|下载|ダウンロード|다운로드|scaric*|download*
upload|upload*|hochlad* upload*|televers*|subida* carga|envio carregamento upload*|загруж*|上传|アップロード|업로드|caric*|upload*
size~|size|große grosse|taille|tamaño|tamanho|размер*|大小 尺寸|サイズ 大きさ|크기|dimension*|grootte
number~|number* count|nummer* zahl anzahl|numero* nombre|numero*|numero*|номер* число|号码 数量|番号 数|번호|numer*|nummer* aantal
date~|date dates|datum|date dates|fecha fechas|data datas|дата даты дату|日期|日付|날짜|data date|datum
time~|time|zeit|temps|tiempo hora|tempo|время времени|时间|時間|시간|tempo|tijd
timezone|timezone*|zeitzone*|fuseau|huso|fuso|часовой пояс*|时区|タイムゾーン|시간대|fuso|tijdzone
link|link links url|link links|lien liens|enlace*|ligaçao ligacoes|ссылк*|链接|リンク|링크|collegament*|link links
button|button*|knopf schaltflache*|bouton*|boton*|botao|кнопк*|按钮|ボタン|버튼|pulsant* bottone|knop
setting|setting* config*|einstellung* konfig*|parametre* reglage* config*|ajuste* config*|definiç* configur*|настройк* конфиг*|设置 配置|設定|설정|impostazion* configur*|instelling* config*
environment|environment* env|umgebung*|environnement*|entorno*|ambiente*|сред* окружен*|环境|環境|환경|ambiente|omgeving
cluster|cluster* kubernetes|cluster* kubernetes|cluster* kubernetes|cluster* kubernetes|cluster* kubernetes|кластер* kubernetes|集群|クラスタ クラスター|클러스터|cluster|cluster*
memory|memory ram|speicher*|memoire*|memoria*|memoria*|памят*|内存 记忆|メモリ 記憶|메모리|memoria|geheugen
disk|disk* drive|festplatte* platte|disque*|disco*|disco*|диск*|硬盘 磁盘|ディスク|디스크|disco dischi|schijf
api|api apis endpoint*|api schnittstelle*|api|api|api|api апи|接口|api|api|api|api
token|token*|token*|jeton* token*|token*|token*|токен*|令牌|トークン|토큰|token|token*
certificate|certificate*|zertifikat*|certificat*|certificado*|certificado*|сертификат*|证书|証明書|인증서|certificat*|certificaat
rotate|rotat*|rotier*|rotation*|rota rotar rotacion*|rotaç* rotacionar|ротац*|轮换|ローテーション|순환|ruota*|rotat*
expire|expir*|ablauf*|expire*|caduc* expir*|expir* caduc*|истека*|过期|失効 期限切れ|만료|scad*|verloopt verlopen
spelling|spelling*|rechtschreib* schreibweise*|orthograph*|ortograf*|ortograf*|орфограф*|拼写|綴り スペル|철자|ortograf*|spelling
tone|tone|ton tonfall|ton|tono|tom|тон тоне|语气|口調|말투|tono|toon
colour|colour* color*|farbe* farben|couleur*|color colores|cor cores|цвет*|颜色|色|색상|color*|kleur*
paper|paper*|papier*|papier*|papel*|papel papeis|бумаг*|纸|紙|종이|carta|papier
label|label* sticker*|etikett* aufkleber*|etiquette*|etiqueta*|etiqueta*|этикетк* наклейк*|标签|ラベル|라벨|etichett*|etiket*
box|box boxes parcel*|kiste* schachtel* paket*|boite* colis|caja*|caixa*|коробк* посылк*|箱子 盒|箱|상자|scatol*|doos dozen
guest.person|guest* visitor*|gast gaste*|invite* visiteur*|invitad* visitante*|convidad* visitante*|гост* посетител*|客人 访客|客 来客|손님|ospit*|gast gasten
request|request*|anfrag*|requete*|peticion*|requisic*|запрос*|请求|リクエスト 要求|요청|richiest*|aanvra*
minute~|minute*|minute*|minute*|minuto*|minuto*|минут*|分钟|分間|분마다|minut*|minuut minuten
"""
