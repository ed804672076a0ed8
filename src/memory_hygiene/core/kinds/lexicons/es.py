"""The cues in Spanish."""

WORDS: dict[str, str] = {
    "likes": """le gustan | gustaría | le late | prefieren | preferiría | le interesa* | le apasiona* |
        le va mejor | le viene bien | aficionad* | agradece | se inclina | le chifla* | le fascina* |
        le cae bien | gusto por | quisiera | se siente cómod* | cómoda con | cómodo con | fan de | le alegra* |
        disfrutan | le resulta más fácil""",
    "dislikes": """no le gustan | no quiere | no le agrada* | le choca* | le cansa* | le fastidia* | le harta* |
        le revienta* | le da pereza | evita | rehúye | no es de | no es fan | incómod* | le incomoda* |
        se lleva mal | aborrece | no tolera | le enoja* | le pone nervios* | le disgusta*""",
    "soft": """si se puede | si es posible | por lo general | generalmente | en general | habitualmente | suele |
        suelen | a poder ser | por favor | más bien | conviene | idealmente""",
    "never": """de ninguna manera | bajo ninguna circunstancia | ni se te ocurra | nunca más | jamás de los""",
    "not": """ni | nada | nadie | tampoco | no se | no hay que | no debe | no deben | no puede | no pueden |
        prohibid* | vedad*""",
    "must": """deberá* | debería | tienen que | obligatoria | obligatorios | imprescindible | necesario |
        necesaria | siempre que | solamente | exclusivamente | sin excepción | sin falta | como máximo |
        como mínimo | al menos | a más tardar | cada vez | no te olvides | no olvidar | recordar | asegurarse |
        asegúrate | prohibid* | se prohíbe | permitid* | permiso previo | por escrito | ha de | han de |
        antes que nada | se debe | se deben | vedad*""",
    "whenever": """cada vez que | siempre que | en cuanto | apenas | mientras | una vez que | en caso de |
        después de cada | antes de cada | hasta que | al terminar | al salir | al entrar | al abrir | al cerrar""",
    "sitting": """anteayer | antier | al mediodía | juntos | juntas | un rato | media hora | una hora |
        dos horas | reunión | junta | llamada | charla | ensayo | por la mañana | por la tarde | por la noche |
        toda la tarde | toda la mañana | todo el día | me quedé | en la noche | en la mañana""",
    "deed": """hice | hizo | hicieron | puse | pusimos | estuve | estuvimos | fuimos | vimos | dimos | traje |
        trajimos | quedó | arreglé | arreglamos | cerré | cerramos | abrí | escribí | leímos | mandé | mandamos |
        envié | enviamos | subí | bajé | borré | limpié | barrí | lavé | pinté | pintamos | armé | armamos |
        desarmé | cambié | instalé | actualicé | corrí | corrimos | imprimí | llamé | llamamos | hablé | comimos |
        cociné | ayudé | enseñé | mostré | expliqué | recogí | recogimos | guardé | guardamos | terminé | acabé |
        acabamos | corregid* | terminad* | limpiad* | ordenad* | escanead* | barrimos | lavamos | regué |
        regamos | tradujimos | traduje""",
    "nothing-owed": """sin incidencias | sin problemas | nada que anotar | nada que apuntar | nada grave |
        todo bien | todo en orden | todo verde | nadie reclamó | nadie se quejó | tema cerrado | asunto cerrado |
        se puede ignorar | ignorar | ya pasó | sin pendientes | sin decisiones | sin cambios""",
    "waiting": """esperar | en espera | estamos esperando | faltan | por definir | por decidir | por resolver |
        por pagar | sin definir | sin resolver | sin contestar | no ha contestado | no han contestado |
        no ha respondido | no contesta | no responde | no ha llegado | no llega | todavía | aún | sigue sin |
        siguen sin | sigue en | queda por | quedan por | quedaron de | en trámite | atrasad* | impagad* |
        no se sabe | se desconoce | sin fecha | a confirmar | encargad* | no ha dicho | no han dicho |
        se debe a nosotros""",
    "open": """en proceso | en preparación | sin terminar | sin acabar | inconclus* | a la mitad | por la mitad |
        incomplet* | borrador | por terminar | quedan | por revisar | en revisión | sin empezar""",
    "running": """corriendo | ahora mismo | ahorita | en ejecución | descargando | subiendo | copiando | va en |
        va por | termina en | acaba en""",
    "for-now": """mientras tanto | entretanto | temporalmente | temporal | provisional | provisori* |
        por el momento | por lo pronto | hasta que | hasta nuevo aviso | en lo que | este fin de semana |
        excepcionalmente | durante | en este momento""",
    "away": """vacaciones | de licencia | licencia de maternidad | baja médica | incapacitad* | fuera hasta |
        vuelve el | regresa el | de guardia | suplente | cubre a | sustituye a | reemplaza a | hospitalizad* |
        feriado | licencia de paternidad""",
    "trouble": """descompuest* | dañad* | se rompió | se cayó | se cae | fuera de servicio | no anda |
        no arranca | no enciende | no carga | sin luz | sin agua | sin internet | sin señal | gotea* | fuga |
        atascad* | trabad* | suspendid* | agotad* | vencid* | expirad* | saturad* | inaccesible""",
    "as-of": """a fecha de | al cierre de | hasta la fecha | quedaban | conteo | cómputo | promedio | mediana |
        cobertura | porcentaje | tasa | censo | encuesta | resultados | existencias | nivel | medición | medimos |
        estaban | íbamos | hubo | descargas | suscriptores | contamos""",
    "formerly": """antiguamente | anteriormente | solía | solían | por entonces | en su día | el año pasado |
        el verano pasado | hace un año | hace años | se llamaba | viejo | vieja | ya no | obsolet* | retirad* |
        previamente""",
    "incident": """incendio* | inundación* | se inundó | fuga de gas | fuga de datos | robaron | hurto |
        accidente* | apagón* | corte eléctrico | pérdida de datos | se perdieron | hackeo | terremoto | temblor |
        sismo | granizo | huracán | evacua* | bomberos | siniestro* | herid* | lesionad* | intoxica* |
        cortocircuito | restaurad* | explosión | emergencia* | derrumbe | robo | robos | robo de""",
    "baseline": """medida de referencia | medición de referencia | valor de referencia | valores de referencia |
        punto de partida | medición inicial | antes de la obra | antes de la reforma | para la comparación |
        de partida""",
    "replaced": """reemplazado por | ya reemplazad* | derogad*""",
    "config": """comando | contraseña | usuario | versión | configuración | ajuste* | parámetro* | horario* |
        zona horaria | huso | subred | impresora | sensor | frecuencia | cada día | semanal* | mensual* |
        respaldo* | repositorio | por defecto | umbral | límite | tiempo de espera | cuenta | número de serie |
        prefijo | formato | certificado | pasarela | entorno | producción | escucha | dominio""",
    "name-badge": """apodo* | le dicen | le llaman | se hace llamar | apellido* | pronombres | soltera | soltero |
        divorciad* | viud* | pareja | novia | novio | espos* | marido | hija | hijo | hijos | hijas | gemel* |
        abuel* | nieto* | hermano* | originari* | natural de | nació | zurd* | daltónic* | sord* | ciego | ciega |
        vegetarian* | vegan* | silla de ruedas | habla | bilingüe | idioma* | la usuaria | el usuario |
        trabaja como | trabaja en | oficio | reside | vive con""",
    "profession": """ingenier* | programador* | desarrollador* | contador | contable | abogad* | electricist* |
        fontaner* | plomer* | albañil* | carpinter* | mecánic* | cocinero | cocinera | agricultor* | ganader* |
        pastor* | apicultor* | jardiner* | dentista | odontólog* | psicólog* | farmacéutic* | partera | biólog* |
        químic* | investigador* | científic* | profesor* | docente | bibliotecari* | fotógraf* | periodist* |
        escritor* | músic* | cantante | diseñador* | pintor* | peluquer* | taxista | camioner* | marinero* |
        pescador* | bombero | estudiante | becari* | aprendiz | autónom* | pensionad* | relojer* | zapater*""",
    "persona": """te llamas | tu nombre | sos | me llamo | mi nombre es | hablas | tu tono | tu carácter |
        personalidad | temperamento""",
    "household": """en casa | nuestra casa | nuestro equipo | el equipo | el club | la familia | vivimos""",
    "user": """usuaria | el usuario | ellos | ellas""",
    "because": """ya que | puesto que | dado que | por lo que | de ahí que | a causa de | por culpa de |
        a propósito | adrede | para que | con el fin | gracias a | se debe a | por lo tanto | es por""",
    "decided": """se decidió | decidí | se acordó | quedamos en que | votamos | aprobad* | se aprobó |
        se rechazó | resolvimos | optamos | nos quedamos con | preferimos | acuerdo""",
    "lesson": """moraleja | aprendí | aprendido | resultó que | descubrimos | nos dimos cuenta | lo entendimos |
        cuidado con | truco | trampa | es normal | error conocido | fallo conocido | nos llevamos | era culpa |
        era por""",
    "means": """se refiere a | equivale a | se llama | se le dice | le decimos | abreviatura | sigla* |
        consta de | incluye | abarca | depende de | se encarga de | responsable de | decide sobre |
        corresponde a | no existe | no hay""",
    "outside": """cliente | clientes | banco | hacienda | escuela | colegio | universidad | aseguradora | casero |
        dueño | dueña | inquilin* | municipio | alcald* | concejal* | distribuidor* | transportista | mensajer* |
        imprenta | contratista | fabricante | voluntari*""",
    "unsure": """tal vez | a lo mejor | probablemente | posiblemente | puede que | parece que | creo que | creo |
        supongo | me parece | no sé | quién sabe | dicen que | dijo que | alguien dijo | más o menos | se supone |
        supuestamente | depende | como siempre | como quedamos | lo de siempre | la otra vez | el otro | la otra |
        ver arriba | ya veremos | ya se verá | igual que antes""",
    "relative": """pasado mañana | la semana pasada | el mes pasado | el año que viene | la próxima vez |
        la última vez | desde ayer | desde mañana | a partir de mañana | más tarde | dentro de poco |
        próximamente | en unos días | el otro día | recientemente | al rato""",
    "money": """paga | pagan | pagué | pagar | pagos | cobrar | cobró | cobramos | cobrado | abonó | abonamos |
        anticipo* | adelanto* | depósito* | deposité | depositamos | depositó | deuda* | debemos | nos debe |
        crédito* | hipoteca* | cuota* | multa* | recargo* | reembols* | nómina* | salario* | honorarios |
        propina* | donativo* | donó | donaron | donaciones | subvención* | gasto* | gastamos | en efectivo |
        cheque* | recibos | comprobante* | iva | compré | compramos | vendí | vendimos | vendió | renta |
        declaración trimestral | declaración de | préstamos | beca | becas""",
    "law": """firma | firmé | firmar | firmó | firmaron | firmado | sentencia* | juicio* | demanda* | juez |
        jueza | tribunal* | denunci* | multa* | notari* | escritura* | poder notarial | testamento* | herencia* |
        divorcio | custodia | convenio* | cláusula* | rescisión | rescindi* | carta documento | burofax | acta |
        actas | licencias | permisos | consentimiento* | protección de datos | patente* | marca registrada |
        derechos de autor | póliza* | siniestro* | reclamación* | reclamo | sanción* | expediente* | visado |
        pasaporte | parte policial | contratos | inspección""",
    "health": """enfermedad* | dolor* | fiebre | fractura* | esguince* | herida* | sutura* | cirugía* |
        operación* | operaron | anestesia | sangre | glucosa | colesterol | tensión | presión arterial |
        embaraz* | parto | antibiótic* | pastilla* | comprimido* | jarabe | inyección* | vacun* | dosis |
        tratamiento* | rehabilitación | fisioterap* | dentista | muela* | pediatra | urgencias | ambulancia |
        hospitaliz* | farmacia | baja médica | diabét* | diabetes | asma | asmátic* | epilep* | celíac* |
        celiac* | intolerancia* | alérgic* | alergias | penicilina | desparasit*""",
    "promise": """prometo | prometió | promesa* | mi palabra | su palabra | comprometí | comprometimos |
        comprometid* | se comprometió | compromiso* | quedé en | le debo | le debemos | me debe | devuelvo |
        devuelve | devolvemos | devolverá | devolución | lo regresan | prestó | presté | prestamos | garantiz* |
        juré""",
    "keep": """no borrar | no eliminar | para el archivo | para que conste | que conste | de por vida |
        permanente | boda | nos conocimos""",
    "history": """fundó | se fundó | inaugurad* | inauguró | disuelt* | se disolvió | fusión | se fusionó |
        elección* | presidió | presidieron | temporada* | campeon* | ascenso | descenso | lanzamos |
        lanzamiento* | lanzó | publicad* | se publicó | versiones | migración* | migramos | mudanza | se mudó |
        concedid* | otorgad* | registrad* | nació en | reabrió | abrió en""",
    "now": """a partir de ahora | de ahora en adelante | en adelante | desde hoy | a partir de hoy | hoy en día""",
    "tail": """excepto | aparte de | a excepción | además | de paso | por otro lado | por otra parte | también |
        en parte | lo demás""",
    "secret": """contraseña* | la clave | llave | llaves | código | candado | llavero""",
    "price": """cuesta* | costó | tarifa* | monto | presupuesto* | pesos | dólares | importe | importes""",
    "soon-over": """esta tarde | hasta la noche | hasta mañana | hasta el mediodía | en una hora |
        dentro de una hora | en un rato | ahora mismo | llueve | está lloviendo | nieva | vuelvo en | ya vuelvo""",
    "holds": """sigue siendo | cuesta | tarda | funciona | pertenece | vale | así quedó | quedó así | así queda |
        queda así""",
    "wrapped": """a casa | a dormir | y listo | ya quedó""",
}
