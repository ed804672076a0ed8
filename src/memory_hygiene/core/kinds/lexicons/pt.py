"""The cues in Portuguese, of both shores."""

WORDS: dict[str, str] = {
    "likes": """gostam | gostaria | curte | curtem | preferia | prefere que | tem preferência | ama | amam |
        adoram | agrada | agradam | interessa-lhe | sente-se melhor | à vontade com | fã de | costuma preferir |
        queria | faz questão de | tem um fraco | acha melhor | fica mais à vontade | agradece""",
    "dislikes": """não gostam | não curte | não quer | não tolera | não aguenta | não engole | detesta |
        detestam | evita | foge de | não é fã | não é muito de | incomoda | incomoda-a | incomoda-o | irrita |
        irritam | custa-lhe | tira do sério | chateia | aborrece | cansa-o | cansa-a | tem horror |
        acha ridículo | dispensa""",
    "soft": """sempre que possível | se der | geralmente | em geral | normalmente | costuma | costumam |
        por favor | de preferência | convém | idealmente""",
    "never": """de jeito nenhum | de forma alguma | de maneira nenhuma | sob hipótese alguma | jamais | nem pensar""",
    "not": """nem | nada | ninguém | tampouco | não se | não pode | não podem | não deve | não devem | não deixe |
        proibid* | vedad*""",
    "must": """deverá | deveria | devia | têm de | têm que | é obrigatório | obrigatória | imprescindível |
        necessário | necessária | exclusivamente | sem exceção | sem falta | no máximo | no mínimo | pelo menos |
        até no máximo | cada vez | não esquecer | não se esqueça | lembrar de | lembre de | certifique-se |
        proibid* | permitid* | por escrito | antes de | há que | precisa de | antes de tudo | somente | salvo |
        vedad*""",
    "whenever": """sempre que | assim que | logo que | enquanto | uma vez que | em caso de | caso o | caso a |
        depois de | antes de cada | até que | ao sair | ao entrar | ao abrir | ao fechar | quando o""",
    "sitting": """anteontem | ao meio-dia | juntos | juntas | meia hora | uma hora | duas horas | reunião |
        chamada | conversa | ensaio | de manhã | de tarde | de noite | à noite | ontem à noite | toda a tarde |
        a tarde toda | o dia todo | fim de semana | bate-papo | hoje à tarde | hoje de manhã""",
    "deed": """fiz | fez | fizeram | pus | estive | estivemos | fui | fomos | vimos | dei | demos | trouxe |
        arrumamos | consertei | consertamos | fechei | fechamos | abri | escrevi | lemos | mandei | mandamos |
        enviei | enviamos | subi | baixei | apaguei | limpamos | varri | lavei | lavámos | pintei | pintámos |
        pintamos | montei | desmontei | troquei | instalei | atualizei | testei | rodei | corri | imprimi |
        liguei | falei | falamos | comemos | cozinhei | ajudei | ensinei | mostrei | expliquei | recolhi |
        guardei | terminei | acabei | acabámos | corrigid* | terminad* | reguei | experimentei | experimentamos |
        afinei | organizei | organizamos | revisei | revi | copiei | cataloguei | passamos a tarde""",
    "nothing-owed": """sem incidentes | sem problemas | nada a registar | nada a anotar | nada grave | tudo bem |
        tudo certo | tudo em ordem | tudo verde | ninguém reclamou | assunto encerrado | pode ignorar | ignorar |
        desconsiderar | nada decidido | nada fechado | sem perdas | deu tudo certo""",
    "waiting": """aguardando | aguardamos | à espera | esperar | em espera | faltam | falta | por definir |
        por decidir | a definir | a decidir | por resolver | por pagar | sem definir | sem resposta |
        não respondeu | não responderam | não chegou | não veio | ainda | continua sem | continuam sem |
        segue sem | ficou de | ficaram de | em trâmite | atrasad* | vencid* | não se sabe | não sabemos |
        sem prazo | a confirmar | por confirmar | encomendad* | parad* | travad* | pedido a | não disse""",
    "open": """em andamento | em preparação | por terminar | por acabar | inacabad* | pela metade | a metade |
        incomplet* | rascunho | em aberto | por rever | em revisão | falta fazer | a fazer | em obras""",
    "running": """rodando | correndo | agora mesmo | em execução | baixando | enviando | copiando | acaba daqui |
        termina em | está rodando | tá em | está a ser""",
    "for-now": """enquanto isso | entretanto | temporariamente | temporário | temporária | provisório |
        provisória | por ora | de momento | até que | até novo aviso | neste fim de semana | nesta semana |
        excecionalmente | excepcionalmente | neste momento | no momento""",
    "away": """férias | de licença | licença maternidade | licença de maternidade | atestado | de baixa médica |
        afastad* | fora até | volta dia | regressa a | de plantão | substituto | substitui | cobre a | internad* |
        feriado | em missão""",
    "trouble": """estragad* | quebrad* | quebrou | avariou | caiu | fora do ar | fora de serviço | não liga |
        não arranca | não abre | sem luz | sem água | sem internet | sem sinal | vazando | a pingar | entupid* |
        travad* | suspens* | esgotad* | vencid* | expirad* | saturad* | inacessível | queimad*""",
    "as-of": """a data de | no fim de | no final de | ao fecho de | até à data | tínhamos | havia | houve |
        contagem | contei | contámos | média de | cobertura | percentagem | porcentagem | taxa | censo |
        inquérito | pesquisa | resultados | estoque | stock em | nível | medido | estava em | estavam | éramos |
        restavam | inscritos | assinantes""",
    "formerly": """anteriormente | costumava | na altura | na época | no ano passado | no verão passado |
        há um ano | há anos | chamava-se | chamava | velho | velha | já não | obsolet* | aposentad* | retirad* |
        até então""",
    "incident": """incêndio* | inundação* | inundou | fuga de gás | fuga de dados | vazamento de dados | roubo* |
        furto* | assalto | acidente* | apagão | queda de energia | falha elétrica | perda de dados | perderam-se |
        invasão | ataque | terramoto | granizo | temporal | evacua* | bombeiros | sinistro* | ferid* |
        intoxicação | curto-circuito | restaurad* | explosão | emergência* | desabamento | alagou""",
    "baseline": """medição de referência | valor de referência | valores de referência | ponto de partida |
        medição inicial | levantamento inicial | antes da obra | antes da reforma | para comparação |
        para efeitos de comparação""",
    "replaced": """já foi substituíd* | já substituíd* | revogad*""",
    "config": """comando | senha | usuário | utilizador | versão | configuração | ajuste* | parâmetro* |
        horário* | fuso | sub-rede | impressora | sensor | frequência | a cada hora | todo dia | semanal |
        mensal | repositório | por padrão | limiar | tempo limite | conta | número de série | prefixo | formato |
        certificado | ambiente | produção | escuta | domínio | agência | chave""",
    "name-badge": """apelido | alcunha | conhecida como | conhecido como | chamam | pronomes | solteir* |
        divorciad* | viúv* | companheir* | namorad* | espos* | marido | filha | filho | filhos | filhas | gêmeos |
        gémeos | avó | avô | neto | neta | irmão | irmã | natural de | nasceu | cresceu | canhot* | daltônic* |
        daltónic* | surd* | cego | cega | vegetarian* | vegan* | cadeira de rodas | cadeirante | fala | bilingue |
        bilíngue | idioma* | a utilizadora | o utilizador | o usuário | a usuária | trabalha como | trabalha em |
        reside | aposentad* | ofício""",
    "profession": """engenheir* | programador* | desenvolvedor* | contador | contabilista | advogad* |
        eletricista* | encanador* | canalizador* | pedreir* | carpinteir* | marceneir* | mecânic* | cozinheir* |
        agricultor* | agrónom* | agrônom* | apicultor* | jardineir* | dentista | psicólog* | farmacêutic* |
        parteira | biólog* | químic* | pesquisador* | investigador* | cientista | docente | bibliotecári* |
        fotógraf* | jornalista | escritor* | músic* | cantor* | desenhist* | pintor* | cabeleireir* | taxista |
        motorista | marinheiro | pescador* | bombeir* | estudante | estagiári* | aprendiz | autônom* |
        pensionista | fisioterapeuta | ceramista | serralheir* | analista""",
    "persona": """você é | teu nome | o teu nome | seu nome é | meu nome é | o meu nome | me chamo | chamo-me |
        falas | personalidade | temperamento | jeito""",
    "household": """em casa | nossa casa | nossa equipe | a equipe | a equipa | o clube | a família | moramos |
        república""",
    "user": """a utilizadora | o utilizador | usuário | usuária | elas | eles | você""",
    "because": """já que | visto que | dado que | daí | por causa | por culpa | de propósito | para que |
        a fim de | graças a | deve-se a | portanto | pois | é por""",
    "decided": """decidiu-se | decidi | ficou decidido | ficou assente | ficamos com | ficámos com | votámos |
        votamos | aprovad* | optamos | optámos | escolhemos | acordo | desistimos""",
    "lesson": """lição | moral da história | aprendi | aprendid* | descobrimos | percebemos | cuidado com |
        armadilha | truque | é normal | erro conhecido | falha conhecida | era culpa | vinha do | vinha da |
        resultou que""",
    "means": """refere-se a | equivale a | chama-se | a gente chama | sigla* | abreviatura | consta de | inclui |
        abrange | depende de | responsável por | cuida de | decide sobre | corresponde a | não existe | não há |
        não tem""",
    "outside": """cliente | clientes | banco | finanças | receita federal | escola | universidade | seguradora |
        senhorio | proprietári* | inquilin* | prefeitura | município | junta | vereador* | distribuidor* |
        transportadora | mensageir* | gráfica | empreiteir* | fabricante | cartório | voluntári*""",
    "unsure": """provavelmente | possivelmente | acho que | eu acho | parece que | suponho | não sei | quem sabe |
        dizem que | dizem | disse que | alguém disse | alguém falou | mais ou menos | supostamente | depende |
        como sempre | como combinado | igual daquela vez | o outro | a outra | ver acima | logo se vê | sei lá |
        ou algo assim""",
    "relative": """depois de amanhã | na semana passada | semana passada | no mês passado | ano que vem |
        da próxima vez | da última vez | desde ontem | a partir de amanhã | mais tarde | daqui a pouco |
        em breve | por estes dias | outro dia | recentemente | semana que vem""",
    "money": """pago | pagou | pagamos | pagar | pagos | cobrar | cobrou | cobrámos | quitei | quitou | quitado |
        parcela* | boleto* | adiantamento | adiantou | depósito | depositei | depositou | dívida* | devemos |
        nos deve | crédito* | hipoteca* | cota* | mensalidade* | multa* | reembolso* | reembolsad* | holerite |
        honorários | gorjeta* | donativo* | doou | doaram | vaquinha | subsídio | verba | gasto* | gastámos |
        despesa* | cheque* | comprovante* | comprovativo* | imposto de renda | irs | iva | comprei | compramos |
        vendi | vendemos | consórcio | aluguel | prestações | saldo | pix recebid* | bolsa de estudo |
        bolsa de estudos | quotas""",
    "law": """assinei | assinou | assinar | firma | sentença* | acórdão | juiz | juíza | tribunal* |
        processo judicial | denúncia* | boletim de ocorrência | notári* | cartório | escritura* | procuração |
        testamento* | herança | divórcio | guarda dos filhos | convênio | cláusula* | rescisão | rescindi* |
        carta registrada | carta registada | ata | atas | alvará | licenças | consentimento* | proteção de dados |
        lgpd | anpd | patente* | registro da marca | direitos de autor | apólice* | sinistro* | reclamação* |
        recurso | sanção* | multa* | auto de | visto de | passaporte | vistoria | laudo | perito | contratos |
        acordo judicial | com assinatura | assinatura reconhecida | assinatura de""",
    "health": """doente | doença* | dor | dores | febre | fratura* | entorse* | torci | ferida* | sutura* |
        pontos no | cirurgia* | operação* | operad* | anestesia | anestési* | sangue | glicose | glicemia |
        colesterol | tensão arterial | pressão | grávid* | gravidez | parto | antibiótic* | anticoagulante* |
        comprimido* | xarope | injeção* | vacin* | dose | tratamento* | fisioterap* | dentista | dente |
        pediatra | urgências | ambulância | internad* | farmácia | atestado | diabét* | diabetes | asma |
        asmátic* | epilep* | celíac* | intolerância* | alérgic* | alergia* | penicilina | dipirona | remédio* |
        veterinári* | baixa médica | caí da | queda do | queda da | acamad* | curativo*""",
    "promise": """prometo | prometeu | promessa* | minha palavra | sua palavra | dei minha palavra | comprometi |
        comprometemos | comprometid* | compromisso* | fiquei de | devo-lhe | lhe devemos | me deve | devolvo |
        devolve | devolveu | devolução | emprestou | emprestei | garanti | jurei | combinei com | combinamos que""",
    "keep": """não apagar | não eliminar | para o arquivo | para que conste | vitalício | permanente | casamento |
        nos conhecemos""",
    "history": """fundou | inaugurad* | inaugurou | dissolvid* | dissolveu | fusão | fundiu-se | eleição* |
        presidiu | presidiram | temporada* | campeão* | campeã | lançámos | lançamos | lançamento* | lançou |
        publicad* | versões | migração* | migramos | mudança de | mudou-se | concedid* | outorgad* | registad* |
        registrad* | nasceu em | reabriu | abriu em | negad* | na loja em""",
    "now": """a partir de agora | de agora em diante | daqui em diante | de hoje em diante | a partir de hoje |
        hoje em dia""",
    "tail": """fora isso | além disso | de passagem | a propósito | por outro lado | também | em parte | o resto""",
    "secret": """senha | senhas | palavra-passe | código | a chave | chaves | cadeado | chaveiro""",
    "price": """custa* | custou | tarifa* | valor de | montante | orçamento* | reais""",
    "soon-over": """esta tarde | até à noite | até de manhã | até amanhã | até ao meio-dia | daqui a uma hora |
        daqui a pouco | em uma hora | agora mesmo | tá chovendo | está chovendo | está a chover | já volto |
        volto já | hoje de noite""",
    "holds": """continua sendo | continua a ser | custa | demora | funciona | pertence | vale | fica na |
        fica no | fica em | ficou assim | deixei assim | fica assim""",
    "wrapped": """pra casa | para casa | fim de papo | deu verde | foi aprovado""",
}
