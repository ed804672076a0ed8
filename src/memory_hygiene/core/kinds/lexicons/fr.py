"""The cues in French."""

WORDS: dict[str, str] = {
    "likes": """aimait | aiment | a un faible | raffole* | fan de | tient à | friand* | se plaît | privilégie* |
        à l'aise | lui plaît | lui plaisent | lui convient | penche pour | ne jure que | volontiers | penchant |
        goût pour | apprécient | a envie | en redemande | son faible | est ravi | est ravie | ravi de | ravie de""",
    "dislikes": """a du mal | très peu pour | évite | ne veut pas | hérisse | exaspère* | grincer | lui pèse |
        insupporte* | pas fan | rebute* | irrite* | mal à l'aise | ennuie | redoute* | ne veut plus | fuit |
        trouve ridicule | n'apprécie pas | n'aime guère | n'aime plus""",
    "soft": """d'habitude | plutôt | autant que possible | idéalement | s'il te plaît | s'il vous plaît |
        merci de | en principe | habituellement | de temps en temps | le plus souvent""",
    "never": """sous aucun prétexte | surtout pas | à aucun moment | jamais de | plus jamais""",
    "not": """pas | rien | sans | nul | nulle | n'est pas | n'ont pas | interdit | interdite | défense | exclu |
        non | ni""",
    "must": """devez | devra | devront | faut | obligation | impératif | exclusivement | strictement |
        sans exception | à chaque fois | chaque fois | au plus tard | au moins | au maximum | au minimum |
        n'oublie pas | n'oubliez pas | ne pas oublier | veiller à | veillez à | penser à | prière de |
        interdiction | interdite | défense de | défendu | autorisé | requis | requise | nécessaire | exigé |
        au préalable | avant toute | avant tout | sauf accord | systématique | hors de question | tout d'abord""",
    "whenever": """à chaque | chaque fois que | en cas de | au cas où | tant que | une fois que | avant chaque |
        après chaque | après | avant que | lors de | dès | s'il | si l'on""",
    "sitting": """ce soir | ce midi | hier soir | avant-hier | vite fait | rapidement | ensuite | puis | réunion |
        rendez-vous | coup de fil | téléphoné | répétition | une heure | deux heures | toute la journée |
        week-end | fin de semaine | ensemble | cet aprem | tout à l'heure""",
    "deed": """fait | fini | vu | lu | mis | remis | repris | écrit | passé | appelé* | rempli | lancé* |
        poussé* | mergé* | déployé* | installé* | changé* | réparé* | dépanné* | monté* | démonté* | repeint* |
        plié* | collé* | pesé* | arrosé* | semé* | planté* | cueilli* | cuisiné* | goûté* | préparé* | rédigé* |
        traduit* | noté* | numérisé* | scanné* | archivé* | supprimé* | effacé* | vidé* | jeté* | livré* |
        porté* | emmené* | visité* | répondu | rappelé* | aidé* | montré* | expliqué* | joué* | répété* | filmé* |
        enregistré* | balayé* | lavé* | taillé* | rendu | rapporté* | discuté* | bavardé""",
    "nothing-owed": """rien de spécial | rien à noter | rien de décidé | tout marche | tout va bien |
        tout est vert | tout vert | c'est réglé | sujet clos | aucun souci | pas de souci | sans incident |
        sans problème | à ignorer | nuit calme | aucune suite | rien trouvé | personne ne s'est plaint""",
    "waiting": """attendre | attente | j'attends | sans nouvelles | aucune nouvelle | aucune réponse |
        pas de réponse | n'a pas répondu | n'ont pas répondu | n'a pas encore | n'est pas encore | doit encore |
        il manque | manque | manquent | en suspens | à trancher | à relancer | relancer | à définir | à décider |
        pas décidé | indécis* | inconnue | en retard | impayé* | pas réglé | pas réglée | en instance |
        commandé* | toujours aucun | toujours aucune | doit passer | on cherche | introuvable* | reste à |
        restent à | n'a toujours pas | n'ont toujours pas | pas reçu | en souffrance""",
    "open": """reste à faire | à finir | à terminer | en chantier | en préparation | brouillon | ébauche |
        en partie | à relire | à compléter | à suivre | pas fini | pas terminé | incomplet* | à moitié""",
    "running": """est en train | se déroule | tourne encore | en cours de | encore deux heures | encore une heure""",
    "for-now": """jusqu'en | jusqu'aux | en attendant | le temps de | le temps que | tant que | temporaire* |
        provisoire | pour le moment | dans l'immédiat | intérim* | exceptionnellement | ce week-end | cette nuit |
        d'ici | en ce moment""",
    "away": """arrêt maladie | en arrêt | congé maternité | congé parental | en voyage | en déplacement |
        de retour | absence | remplace | vacances | hospitalisé* | en convalescence | en formation | en mission""",
    "trouble": """bouché* | fuit | fuite | ne marche pas | ne marche plus | ne fonctionne pas |
        ne fonctionne plus | injoignable* | hors ligne | planté* | expiré* | périmé* | saturé* | barré* |
        en grève | coupée | débordé*""",
    "as-of": """au dernier comptage | effectif | effectifs | comptage | moyenne | taux | couverture | résultats |
        sondage | niveau | statut | recensement | en date du | constat | au total | relevés | en stock |
        stock au | état du stock""",
    "formerly": """auparavant | naguère | à l'époque | l'an dernier | l'année dernière | l'été dernier |
        l'hiver dernier | s'appelait | obsolète* | précédent* | anciennement | vieux | vieille | jusqu'alors |
        tenait | servait""",
    "incident": """dégât des eaux | dégâts | inondation* | inondé* | fuite de gaz | fuite de données | vol de |
        volé* | cambriolage* | accident* | coupure* | intrusion* | piratage* | rançon* | perte de données |
        tempête | grêle | foudre | explosion* | évacuation | évacué* | pompiers | sinistre* | blessé* |
        court-circuit | secours | noyade""",
    "baseline": """mesure témoin | valeur témoin | ligne de base | avant travaux | pour comparaison |
        pour comparer | mesure initiale | point de référence | valeur de référence | état initial |
        à titre de comparaison""",
    "replaced": """caduc* | depuis remplacé* | remplacé depuis""",
    "config": """adresse | commande | variable | variables | identifiant* | mot de passe | dépôt |
        base de données | réseau | imprimante | capteur* | fréquence | minuterie | tâche planifiée | sauvegardes |
        horaire* | fuseau | paramètre* | réglage* | seuil | délai | profil | compte | numéro de série |
        référence | jeton | certificat | passerelle | routeur | répertoire | écoute | démarre | chaque heure |
        chaque jour | hebdomadaire""",
    "name-badge": """se nomme | surnom | surnommé* | prénom | pronoms | célibataire | divorcé* | veuf | veuve |
        compagne | compagnon | mari | épouse | enfants | fille | fils | filles | jumeaux | jumelles | grand-mère |
        grand-père | originaire | née en | né en | vit | vivent | installée | étudiant* | doctorant* | diplômé* |
        gaucher | gauchère | daltonien* | malvoyant* | malentendant* | aveugle | végétarien* | parle | bilingue |
        utilisateur | utilisatrice | à la retraite | de métier | travaille comme | travaille à | sourd | sourde""",
    "profession": """professeur* | prof | enseignant* | ingénieur* | développeu* | programmeu* | comptable |
        juriste | notaire | architecte | électricien* | plombier* | maçon* | facteur | factrice | jardinier* |
        apicult* | agricult* | vigneron* | éleveu* | cuisinier* | pâtissier* | coiffeu* | pharmacien* |
        vétérinaire | dentiste | sage-femme | kinésithérap* | psychologue | bibliothécaire | archiviste |
        photographe | journaliste | rédact* | écrivain* | musicien* | chanteu* | comédien* | graphiste | luthi* |
        mécanicien* | chauffeu* | pompier | gendarme | chercheu* | biologiste | chimiste | physicien* |
        apprenti* | à son compte | gardien* | relieu* | horloger*""",
    "persona": """tu t'appelles | je m'appelle | ton nom | ton ton | ton rôle | ton caractère | tu parles |
        tu aimes | tu adores | je parle | personnalité""",
    "household": """l'équipe | l'asso | chez nous | ménage | coloc | colocation""",
    "user": """l'utilisateur | l'utilisatrice | elles | ils""",
    "because": """puisque | parce qu'il | parce qu'elle | parce qu'on | afin de | pour que | d'où | grâce à |
        exprès | volontairement | la cause | c'est pourquoi | étant donné | vu que | sinon | faute de | à force""",
    "decided": """voté* | acté* | retenu* | tranché* | on garde | on a gardé | opté | d'un commun accord |
        abandonné* | adopté* | on reste | il est entendu""",
    "lesson": """retour d'expérience | à retenir | on a compris | fini par comprendre | venait de | venait du |
        venait d'un | la faute à | piège | gare à | bug connu | c'est normal | c'est voulu | constaté que |
        on a découvert | s'est révélé | méfiance | attention à""",
    "means": """c'est-à-dire | autrement dit | abréviation | correspond à | équivaut | fait référence | comporte |
        dépend de | décide de | décide des | s'occupe de | responsable de | relève de | n'existe pas |
        il n'existe | il n'y a pas""",
    "outside": """client | clients | banque | l'école | collège | préfecture | syndic | bailleur | assureur |
        prestataire* | livreur* | transporteur* | hébergeur | éditeur* | partenaire* | usager* | bénévole* |
        imprimeur | artisan* | fisc""",
    "unsure": """sans doute | probablement | il paraît | je crois | je pense | à peu près | ou alors |
        on dit que | il me semble | pas sûr | pas sûre | un jour | l'autre | celui-là | celle-là | comme convenu |
        comme d'habitude | comme avant | pareil | même chose | la dernière fois | l'autre fois | voir plus haut |
        on verra | à voir | enfin""",
    "relative": """après-demain | la semaine dernière | le mois dernier | l'an prochain | l'année prochaine |
        la prochaine fois | depuis hier | dès demain | à partir de demain | plus tard | ces jours-ci | sous peu |
        prochainement | un de ces jours | dans quelques jours""",
    "money": """payer | paie | payons | arrhes | chèque* | espèces | en liquide | encaissé* | remboursé* |
        remboursement* | rembourser | dette* | doit encore | subvention* | cotisation* | facturé* | caisse |
        dépense* | dépensé* | frais | loyers | emprunt | crédit | prélèvement* | prélevé* | tva | amende* |
        taxe* | trésorerie | bourse | achat* | acheté* | vendu* | pourboire* | avancé les | mécène* | salaires |
        honoraires | mensualité* | solde | impayé*""",
    "law": """juge | jugement* | procès | gendarmerie | commissariat | huissier* | notaire* | divorce* |
        résiliation* | résilié* | résilier | préavis | recommandé | lettre recommandée | mise en demeure |
        litige* | contentieux | permis | licence* | brevet* | droit d'auteur | droits d'auteur | rgpd |
        consentement | attestation* | procuration* | statuts | constat | contravention* | signer | signature* |
        signée | signés | agrément | arrêté | assureur | déclaration d'accident | acte notarié | mandat |
        règlement intérieur | plaintes | garde alternée | la convention | une convention | la succession""",
    "health": """malade* | maladie* | douleur* | fracture* | entorse* | plaie* | suture* | urgences |
        hospitalis* | opéré* | opération | anesthési* | prise de sang | analyse de sang | glycémie | cholestérol |
        fièvre | grossesse | enceinte | accouch* | antibiotique* | comprimé* | piqûre* | vacciné* | pommade |
        posologie | dose | doses | dentiste | pédiatre | docteur | véto | vétérinaire | pharmacie | diabét* |
        asthmatique* | épilep* | intoléran* | cœliaque | gluten | lactose | allergi* | poignet cassé |
        jambe cassée | bras cassé | traitement""",
    "promise": """promets | promettre | ma parole | sa parole | engagé à | engagée à | s'engage | s'est engagé* |
        engagement* | rendra | rapporter | restituer | prêter | garanti | juré* | redevable | je lui dois |
        on lui doit | nous doit | me doit | lui rendre""",
    "keep": """pour mémoire | pour les archives | ne pas supprimer | ne pas effacer | à archiver | à vie |
        anniversaire de mariage | on s'est rencontrés | garder une trace""",
    "history": """fondation | inauguré* | dissous | dissoute | fusion | élection* | présidé* | présidence |
        palmarès | saison* | champion* | mis en ligne | mise en production | publié* | déménag* | migré* |
        passage à | accordé* | homologué* | racheté* | bâti en | construit en | construite en | reprise en |
        ouverte en | ouvert en | créé en | créée en | version publiée | sortie de la version""",
    "now": """dorénavant | à présent | à compter de | à partir de maintenant | à l'avenir | dès maintenant |
        depuis lors""",
    "tail": """à part | hormis | excepté | d'ailleurs | en passant | à propos | au passage | par ailleurs |
        quasiment | à peu près | le reste""",
    "secret": """le code | digicode | nouveau code | code d'accès | clef | clefs | coffre-fort""",
    "price": """tarif* | coûte* | montant* | devis | centimes""",
    "soon-over": """cet après-midi | cette nuit | jusqu'à ce soir | jusqu'à midi | jusqu'à demain |
        d'ici ce soir | d'ici demain | tout à l'heure | dans une heure | il pleut | il neige | je reviens |
        de retour vers | de retour à | fini ce soir""",
    "holds": """reste | restent | appartient | se trouve | coûte | ferme à | ouvre à | fonctionne | dépend |
        on le laisse | on la laisse | ça reste""",
    "wrapped": """rentré* | tout marche | c'est fait | c'est mergé""",
}
