BEGIN TRANSACTION;
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    starts REAL NOT NULL,
    state TEXT NOT NULL,
    tournament INTEGER REFERENCES tournaments(id)
);
INSERT INTO "events" VALUES(1,'Final','{"entrants": [3, 4], "freeze": 1795041731.8582277, "games": 2, "kind": "round-robin", "rounds": 0, "seed": 1, "with_baselines": false}',1.89504173185802674284e+09,'published',2);
CREATE TABLE excluded (
    game INTEGER PRIMARY KEY REFERENCES games(id),
    reason TEXT NOT NULL
);
INSERT INTO "excluded" VALUES(3,'a power cut');
INSERT INTO "excluded" VALUES(4,'a power cut');
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournaments(id),
    first INTEGER NOT NULL, second INTEGER NOT NULL, opening INTEGER NOT NULL,
    winner INTEGER, termination TEXT NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL,
    seed INTEGER, reason TEXT NOT NULL,
    first_moves INTEGER NOT NULL, second_moves INTEGER NOT NULL,
    first_seconds REAL, second_seconds REAL, first_nodes INTEGER, second_nodes INTEGER,
    notes TEXT NOT NULL,
    UNIQUE (tournament, first, second, opening)
);
INSERT INTO "games" VALUES(1,1,0,1,51698,1,'line','23355553112141344',17,5460515538941628574,'',8,7,3.7e-05,0.000288,NULL,NULL,'{"micros": [20, 109, 3, 57, 3, 29, 3, 26, 2, 24, 2, 23, 2, 20, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(2,1,1,0,51698,0,'full','23515314324112345245',20,3171908311749969288,'',9,9,0.000583,3.0e-05,NULL,NULL,'{"micros": [98, 5, 33, 2, 26, 8, 53, 3, 46, 2, 251, 3, 34, 2, 22, 2, 20, 3], "reserve": 1.0}');
INSERT INTO "games" VALUES(3,1,0,2,56491,0,'full','35513111222233445445',20,670761678979312867,'',9,9,0.000121,0.009389,NULL,NULL,'{"micros": [32, 2422, 19, 4563, 20, 436, 13, 296, 8, 259, 7, 374, 8, 372, 7, 375, 7, 292], "reserve": 1.0}');
INSERT INTO "games" VALUES(4,1,2,0,56491,2,'line','35111513222235344445',20,1945029533678347680,'',9,9,0.244033,0.000274,NULL,NULL,'{"micros": [21778, 24, 39879, 38, 42484, 31, 21208, 32, 23865, 28, 27902, 33, 42369, 34, 7232, 27, 17316, 27], "reserve": 1.0}');
INSERT INTO "games" VALUES(5,1,0,3,24802,2,'line','2321314121',10,1307753374061276100,'',4,4,0.000103,0.055328,NULL,NULL,'{"micros": [35, 12580, 27, 574, 11, 6836, 30, 35338], "reserve": 1.0}');
INSERT INTO "games" VALUES(6,1,3,0,24802,2,'line','2315121123243534',16,4328463111078056091,'',7,7,0.114799,0.000188,NULL,NULL,'{"micros": [15677, 25, 12478, 23, 15015, 23, 11340, 26, 16568, 30, 11789, 24, 31932, 37], "reserve": 1.0}');
INSERT INTO "games" VALUES(7,1,0,1,51699,0,'full','35422125521354311434',20,5363967626506296458,'',9,9,6.3e-05,0.000402,NULL,NULL,'{"micros": [41, 166, 4, 35, 3, 31, 2, 39, 5, 48, 2, 23, 2, 21, 2, 20, 2, 19], "reserve": 1.0}');
INSERT INTO "games" VALUES(8,1,1,0,51699,1,'line','3551315544332222114',19,1528482937977625912,'',9,8,0.000239,1.8e-05,NULL,NULL,'{"micros": [61, 4, 29, 2, 24, 2, 23, 2, 22, 2, 20, 2, 20, 2, 21, 2, 19], "reserve": 1.0}');
INSERT INTO "games" VALUES(9,1,1,2,11742,2,'line','5431414131',10,1789108400874692824,'',4,4,0.000896,0.062391,NULL,NULL,'{"micros": [192, 19437, 190, 12227, 265, 17486, 249, 13241], "reserve": 1.0}');
INSERT INTO "games" VALUES(10,1,2,1,11742,1,'line','541512151',9,178352879063764115,'',4,3,0.112895,0.00065,NULL,NULL,'{"micros": [15375, 234, 35644, 206, 28236, 210, 33640], "reserve": 1.0}');
INSERT INTO "games" VALUES(11,1,2,3,39530,0,'full','23111122233344445555',20,6788267416303350553,'',9,9,0.123615,0.13672,NULL,NULL,'{"micros": [23833, 8622, 749, 6320, 16174, 14571, 5169, 11903, 8357, 785, 2616, 44074, 39623, 28191, 3176, 11790, 23918, 10464], "reserve": 1.0}');
INSERT INTO "games" VALUES(12,1,3,2,39530,0,'full','23111122233344445555',20,645593868519577281,'',9,9,0.118651,0.102742,NULL,NULL,'{"micros": [19670, 8964, 18826, 2999, 692, 497, 3571, 16547, 23296, 10519, 5285, 27952, 12012, 11753, 19525, 8464, 15774, 15047], "reserve": 1.0}');
INSERT INTO "games" VALUES(13,1,0,1,51700,2,'line','4224141515225533',16,3018532468649802652,'',7,7,5.3e-05,0.001018,NULL,NULL,'{"micros": [23, 93, 4, 55, 4, 48, 4, 641, 9, 80, 5, 52, 4, 49], "reserve": 1.0}');
INSERT INTO "games" VALUES(14,1,1,0,51700,2,'line','4252525441453312',16,2861677427447180054,'',7,7,0.000374,3.3e-05,NULL,NULL,'{"micros": [82, 6, 55, 4, 43, 4, 47, 4, 50, 4, 51, 6, 46, 5], "reserve": 1.0}');
INSERT INTO "games" VALUES(15,1,1,3,58765,1,'line','5241113122524353435',19,4827757800965056570,'',9,8,0.001788,0.094965,NULL,NULL,'{"micros": [232, 15547, 224, 27470, 224, 3847, 199, 30899, 229, 9268, 216, 1057, 134, 506, 86, 6371, 244], "reserve": 1.0}');
INSERT INTO "games" VALUES(16,1,3,1,58765,1,'line','521315151',9,871724514727295823,'',4,3,0.022966,0.000519,NULL,NULL,'{"micros": [1113, 190, 521, 102, 6278, 227, 15054], "reserve": 1.0}');
INSERT INTO "games" VALUES(17,1,0,2,56492,1,'line','4231211142424',13,420019822725377679,'',6,5,0.000174,0.081963,NULL,NULL,'{"micros": [42, 18629, 24, 15880, 26, 15659, 25, 15914, 30, 15881, 27], "reserve": 1.0}');
INSERT INTO "games" VALUES(18,1,2,0,56492,1,'line','42111125232333454',17,5406456128075559725,'',8,7,0.08369,0.000179,NULL,NULL,'{"micros": [1322, 22, 14234, 28, 20010, 27, 19852, 25, 7570, 26, 11854, 28, 8300, 23, 548], "reserve": 1.0}');
INSERT INTO "games" VALUES(19,1,0,1,51701,1,'line','52531321535',11,6718701992974973979,'',5,4,2.4e-05,0.000154,NULL,NULL,'{"micros": [15, 72, 3, 31, 2, 27, 2, 24, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(20,1,1,0,51701,0,'full','52523451341445113322',20,5577798929306345995,'',9,9,0.000262,2.3e-05,NULL,NULL,'{"micros": [68, 5, 37, 2, 26, 3, 25, 2, 26, 2, 22, 3, 20, 2, 20, 2, 18, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(21,1,0,3,24803,2,'line','35114112525252',14,7808616827685357536,'',6,6,0.000105,0.07528,NULL,NULL,'{"micros": [31, 31847, 23, 976, 8, 19161, 23, 3761, 13, 580, 7, 18955], "reserve": 1.0}');
INSERT INTO "games" VALUES(22,1,3,0,24803,1,'line','351213151',9,5159882953047285048,'',4,3,0.044937,3.8e-05,NULL,NULL,'{"micros": [36999, 22, 3584, 10, 490, 6, 3864], "reserve": 1.0}');
INSERT INTO "games" VALUES(23,1,0,3,24804,2,'line','4251215151',10,6036349750941222135,'',4,4,0.000102,0.036201,NULL,NULL,'{"micros": [38, 12472, 24, 2105, 16, 21165, 24, 459], "reserve": 1.0}');
INSERT INTO "games" VALUES(24,1,3,0,24804,1,'line','421412141',9,7301880175712181534,'',4,3,0.044854,7.5e-05,NULL,NULL,'{"micros": [17104, 24, 7605, 22, 11894, 29, 8251], "reserve": 1.0}');
INSERT INTO "games" VALUES(25,1,0,1,51702,2,'line','54542415335322',14,8949948922322286684,'',6,6,9.5e-05,0.000624,NULL,NULL,'{"micros": [70, 308, 10, 64, 3, 60, 5, 60, 3, 81, 4, 51], "reserve": 1.0}');
INSERT INTO "games" VALUES(26,1,1,0,51702,2,'line','54151124223325331454',20,2533376072761328066,'',9,9,0.000545,6.0e-05,NULL,NULL,'{"micros": [75, 5, 58, 5, 65, 34, 183, 3, 34, 2, 48, 5, 35, 2, 27, 2, 20, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(27,1,0,4,45567,1,'line','11553545441433132',17,5459928701333943306,'',8,7,0.000181,0.121716,NULL,NULL,'{"micros": [33, 3626, 27, 871, 13, 5218, 24, 577, 8, 14780, 27, 2377, 23, 94267, 26], "reserve": 1.0}');
INSERT INTO "games" VALUES(28,1,4,0,45567,2,'line','11555451424242313332',20,886399132070757507,'',9,9,0.09948,0.00015,NULL,NULL,'{"micros": [41355, 27, 28971, 30, 21506, 28, 1012, 10, 413, 7, 2434, 16, 595, 10, 387, 7, 2807, 15], "reserve": 1.0}');
INSERT INTO "games" VALUES(29,1,1,4,36381,2,'line','521525453434243312',18,3936325243030829770,'',8,8,0.001458,0.076564,NULL,NULL,'{"micros": [198, 12830, 184, 18074, 240, 1799, 160, 9483, 255, 20109, 183, 5645, 157, 1297, 81, 7327], "reserve": 1.0}');
INSERT INTO "games" VALUES(30,1,4,1,36381,1,'line','5255514342424',13,2130696573912247347,'',6,5,0.040119,0.0008,NULL,NULL,'{"micros": [11656, 193, 11646, 178, 13219, 213, 2740, 156, 479, 60, 379], "reserve": 1.0}');
INSERT INTO "games" VALUES(31,1,0,1,51703,1,'line','1122124441453',13,6499181611746593705,'',6,5,3.2e-05,0.00016,NULL,NULL,'{"micros": [20, 59, 3, 29, 3, 26, 2, 24, 2, 22, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(32,1,1,0,51703,2,'line','113534143243421252',18,693950379423411590,'',8,8,0.000229,1.7e-05,NULL,NULL,'{"micros": [40, 3, 28, 2, 50, 2, 28, 2, 23, 2, 21, 2, 20, 2, 19, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(33,1,0,4,45568,2,'line','3135251535',10,1252759789112316857,'',4,4,0.000126,0.050292,NULL,NULL,'{"micros": [37, 11537, 31, 11878, 28, 15743, 30, 11134], "reserve": 1.0}');
INSERT INTO "games" VALUES(34,1,4,0,45568,1,'line','31525455434431322',17,2393926798468132926,'',8,7,0.035171,0.000161,NULL,NULL,'{"micros": [6812, 26, 1273, 20, 2809, 22, 7080, 22, 2158, 17, 4877, 28, 7856, 26, 2306], "reserve": 1.0}');
INSERT INTO "games" VALUES(35,1,3,4,19402,1,'line','231515151',9,5054527040163678158,'',4,3,0.068539,0.031352,NULL,NULL,'{"micros": [15970, 14475, 17535, 8402, 23220, 8475, 11814], "reserve": 1.0}');
INSERT INTO "games" VALUES(36,1,4,3,19402,1,'line','235151515',9,4665902383610589979,'',4,3,0.032245,0.026778,NULL,NULL,'{"micros": [3320, 18245, 969, 664, 24061, 7869, 3895], "reserve": 1.0}');
INSERT INTO "games" VALUES(37,1,0,1,51704,2,'line','312531255513213244',18,5844967140202388313,'',8,8,3.1e-05,0.00022,NULL,NULL,'{"micros": [15, 54, 3, 28, 2, 25, 2, 23, 2, 22, 2, 21, 3, 27, 2, 20], "reserve": 1.0}');
INSERT INTO "games" VALUES(38,1,1,0,51704,2,'line','315345535232111224',18,5824848465041416387,'',8,8,0.000205,1.8e-05,NULL,NULL,'{"micros": [38, 3, 26, 2, 23, 2, 23, 2, 22, 2, 20, 3, 32, 2, 21, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(39,1,1,4,36382,0,'full','54454554133332222111',20,4371930345055042221,'',9,9,0.004558,0.222886,NULL,NULL,'{"micros": [214, 35125, 1262, 2541, 127, 27385, 378, 20267, 1796, 44356, 240, 23260, 192, 20641, 178, 10791, 171, 38520], "reserve": 1.0}');
INSERT INTO "games" VALUES(40,1,4,1,36382,1,'line','5451545',7,8421751446293329630,'',3,2,0.045355,0.000446,NULL,NULL,'{"micros": [31878, 197, 3222, 249, 10255], "reserve": 1.0}');
INSERT INTO "games" VALUES(41,2,0,1,0,2,'line','3115151525',10,7024802725672297171,'',4,4,0.155473,0.091675,NULL,NULL,'{"micros": [41389, 22733, 46924, 16513, 43322, 47929, 23838, 4500], "reserve": 1.0}');
INSERT INTO "games" VALUES(42,2,1,0,0,2,'line','31515151',8,7907860052114337236,'',3,3,0.001812,0.009864,NULL,NULL,'{"micros": [1082, 6052, 408, 3523, 322, 289], "reserve": 1.0}');
INSERT INTO "games" VALUES(43,1,0,1,51705,1,'line','22141554525313431',17,7304936131729683437,'',8,7,3.5e-05,0.000313,NULL,NULL,'{"micros": [13, 79, 4, 45, 3, 40, 4, 44, 3, 42, 4, 40, 2, 23, 2], "reserve": 1.0}');
INSERT INTO "games" VALUES(44,1,1,0,51705,1,'line','22354232353',11,4893379061314502321,'',5,4,0.000176,1.2e-05,NULL,NULL,'{"micros": [69, 5, 36, 3, 25, 2, 24, 2, 22], "reserve": 1.0}');
INSERT INTO "games" VALUES(45,1,1,3,58766,2,'line','5451214141',10,2698031547327496497,'',4,4,0.000992,0.058629,NULL,NULL,'{"micros": [189, 23860, 286, 11553, 313, 15517, 204, 7699], "reserve": 1.0}');
INSERT INTO "games" VALUES(46,1,3,1,58766,1,'line','541212151',9,1598820853655047504,'',4,3,0.134891,0.000554,NULL,NULL,'{"micros": [35714, 182, 43706, 192, 31732, 180, 23739], "reserve": 1.0}');
CREATE TABLE judged (
    game INTEGER PRIMARY KEY REFERENCES games(id),
    first_moves INTEGER NOT NULL, first_losing INTEGER NOT NULL, first_imperfect INTEGER NOT NULL,
    second_moves INTEGER NOT NULL, second_losing INTEGER NOT NULL, second_imperfect INTEGER NOT NULL
);
INSERT INTO "judged" VALUES(3,9,5,5,9,4,5);
INSERT INTO "judged" VALUES(4,9,4,4,9,4,5);
INSERT INTO "judged" VALUES(5,4,3,3,4,1,1);
INSERT INTO "judged" VALUES(6,7,3,3,7,2,2);
INSERT INTO "judged" VALUES(9,4,1,1,4,1,1);
INSERT INTO "judged" VALUES(10,4,1,2,3,2,3);
INSERT INTO "judged" VALUES(15,9,5,6,8,5,5);
INSERT INTO "judged" VALUES(16,4,1,1,3,2,2);
INSERT INTO "judged" VALUES(17,6,2,2,5,3,3);
INSERT INTO "judged" VALUES(18,8,2,2,7,3,4);
INSERT INTO "judged" VALUES(21,6,2,4,6,2,2);
INSERT INTO "judged" VALUES(22,4,1,1,3,1,1);
INSERT INTO "judged" VALUES(23,4,2,2,4,1,1);
INSERT INTO "judged" VALUES(24,4,2,2,3,2,2);
INSERT INTO "judged" VALUES(27,8,1,4,7,2,5);
INSERT INTO "judged" VALUES(28,9,3,4,9,3,4);
INSERT INTO "judged" VALUES(29,8,4,4,8,3,3);
INSERT INTO "judged" VALUES(30,6,1,2,5,2,2);
INSERT INTO "judged" VALUES(33,4,4,4,4,3,3);
INSERT INTO "judged" VALUES(34,8,1,2,7,2,3);
INSERT INTO "judged" VALUES(39,9,3,3,9,3,4);
INSERT INTO "judged" VALUES(40,3,0,0,2,1,1);
INSERT INTO "judged" VALUES(45,4,1,1,4,1,1);
CREATE TABLE league (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL,
    created REAL NOT NULL,
    latest REAL NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    is_paused INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "league" VALUES(1,'{"baselines": ["random", "level(1)"], "deadline": "", "grading": {"bands": [[0.1, 3], [0.4, 1]], "event": "Final", "moves": 30, "pairs": 6, "places": [2, 1], "points": {"level(1)": 2.0}, "scale": 10}, "is_open": true, "languages": ["python", "lisp", "cpp", "c", "java", "javascript"], "max_bytes": 500000, "max_pairs": 0, "max_teams": 200, "memory_mb": 512, "name": "IA 2026", "nodes": null, "opening_plies": 2, "openings": 8, "quota": 20, "reserve": 1.0, "rules": "classic(columns=5, rows=4)", "seconds": 5.0, "seed": 1, "shows_aliases": true, "top": 0, "zone": "UTC"}',1.79504170657016015057e+09,1.79504172772906231882e+09,'',0);
CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    team INTEGER REFERENCES teams(id),
    created REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    time REAL NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    team INTEGER,
    details TEXT NOT NULL,
    reason TEXT NOT NULL
);
INSERT INTO "log" VALUES(1,1.79504170657081556315e+09,'operator','new',NULL,'{"name": "IA 2026"}','');
INSERT INTO "log" VALUES(2,1.79504170659964895247e+09,'join link','join',1,'','');
INSERT INTO "log" VALUES(3,1.79504170659973692888e+09,'join link','join',2,'','');
INSERT INTO "log" VALUES(4,1.79504173185813641544e+09,'operator','plan event',NULL,'{"event": "Final", "starts": 1895041731.8580267}','');
INSERT INTO "log" VALUES(5,1.79504173190477728846e+09,'operator','start event',NULL,'{"event": "Final", "players": 2}','');
INSERT INTO "log" VALUES(6,1.79504173339363360404e+09,'operator','exclude',1,'{"games": [3, 4]}','a power cut');
INSERT INTO "log" VALUES(7,1.79504173339374923702e+09,'operator','publish event',NULL,'{"event": "Final"}','');
CREATE TABLE players (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    identity TEXT NOT NULL,
    version INTEGER UNIQUE REFERENCES versions(id),
    team INTEGER REFERENCES teams(id),
    predecessor INTEGER,
    is_active INTEGER NOT NULL
);
INSERT INTO "players" VALUES(0,'random','random','random',NULL,NULL,NULL,1);
INSERT INTO "players" VALUES(1,'level(1)','level(1)','level(1)',NULL,NULL,NULL,1);
INSERT INTO "players" VALUES(2,'team 1 v1','file:unpacked/31a689263c7268f7c3356cee/agent.py','file:unpacked/31a689263c7268f7c3356cee/agent.py',1,1,NULL,0);
INSERT INTO "players" VALUES(3,'team 2 v1','file:unpacked/f46dcbcd8e7004f769a19cc9/agent.py','file:unpacked/f46dcbcd8e7004f769a19cc9/agent.py',2,2,NULL,1);
INSERT INTO "players" VALUES(4,'team 1 v2','file:unpacked/85858f8e106630fd389bfb24/agent.py','file:unpacked/85858f8e106630fd389bfb24/agent.py',3,1,2,1);
CREATE TABLE published (
    what TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    time REAL NOT NULL
) WITHOUT ROWID;
INSERT INTO "published" VALUES('ranking','[{"team": 2, "player": "team 2 v1", "version": 1, "elo": 1158.230328, "low": 948.3821744406964, "high": 1368.0784815593038, "games": 14, "points": 10.0}, {"team": 1, "player": "team 1 v2", "version": 2, "elo": 1102.439516, "low": 890.3912187851597, "high": 1314.4878132148401, "games": 10, "points": 6.5}, {"team": null, "player": "random", "version": null, "elo": 1000.0, "low": 1000.0, "high": 1000.0, "games": 30, "points": 15.0}, {"team": null, "player": "level(1)", "version": null, "elo": 937.142794, "low": 768.1753340989976, "high": 1106.1102539010024, "games": 26, "points": 8.0}]',1795041733.39326);
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    link TEXT NOT NULL REFERENCES links(hash) ON DELETE CASCADE,
    created REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE teams (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    members TEXT NOT NULL,
    state TEXT NOT NULL,
    created REAL NOT NULL
);
INSERT INTO "teams" VALUES(1,'Álamo','Álamo','["Ana", "Bo"]','playing',1.79504170659957385065e+09);
INSERT INTO "teams" VALUES(2,'Bambú','Bambú','[]','playing',1.79504170659972381589e+09);
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    created TEXT NOT NULL,
    settings TEXT NOT NULL,
    openings TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "tournaments" VALUES(1,'941e7411c5aa206f0c8e30e307b517d22008fba599d61700f00be599a9741ed2','2026-11-18T22:41:46+00:00','{"agents": [["random", "random", "", 0], ["level(1)", "level(1)", "", 0], ["team 1 v1", "file:unpacked/31a689263c7268f7c3356cee/agent.py", "15d53a9b8323e957ebdf172a0fe6039cc8020f11186eafeed5eeef0bf23a16a2", 64], ["team 2 v1", "file:unpacked/f46dcbcd8e7004f769a19cc9/agent.py", "0c39dafdf9ce821d178433f61bc5a5b64922d558579062085592d01a0b488155", 74], ["team 1 v2", "file:unpacked/85858f8e106630fd389bfb24/agent.py", "d2ecfbde62f0f6e1039cee4464f4b6068e0a48f24b615e86c341c4e90fdf4ea3", 65]], "balanced": false, "clock": "", "games": 2, "kind": "ladder", "limit": {"depth": null, "nodes": null, "seconds": 5.0}, "max_bytes": 0, "memory_mb": 512, "opening_plies": 2, "openings": [], "reserve": 1.0, "rounds": 0, "rules": "classic(columns=5, rows=4)", "seed": 1, "test": null}','["31", "22", "23", "35", "42", "52", "54", "11"]',0);
INSERT INTO "tournaments" VALUES(2,'4733bcae53562cd448db35b3e15fc058c06594b9657de1e88966811302248f28','2026-11-18T22:42:11+00:00','{"agents": [["team 2 v1", "file:unpacked/f46dcbcd8e7004f769a19cc9/agent.py", "0c39dafdf9ce821d178433f61bc5a5b64922d558579062085592d01a0b488155", 74], ["team 1 v2", "file:unpacked/85858f8e106630fd389bfb24/agent.py", "d2ecfbde62f0f6e1039cee4464f4b6068e0a48f24b615e86c341c4e90fdf4ea3", 65]], "balanced": true, "clock": "", "games": 2, "kind": "round-robin", "limit": {"depth": null, "nodes": null, "seconds": 5.0}, "max_bytes": 0, "memory_mb": 512, "opening_plies": 2, "openings": [], "reserve": 1.0, "rounds": 0, "rules": "classic(columns=5, rows=4)", "seed": 1, "test": null}','["31"]',1);
CREATE TABLE trials (
    version INTEGER NOT NULL REFERENCES versions(id),
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;
INSERT INTO "trials" VALUES(1,0,'{"rules": "classic(columns=5, rows=4)", "agents": ["submission", "random"], "moves": "11112322243434354", "winner": 1, "termination": "line", "opening": "", "seed": 1246087323622985276, "reason": "", "notes": [{"seconds": 0.0013006700000914861, "nodes": null, "score": null}, {"seconds": 5.467100027090055e-05, "nodes": null, "score": null}, {"seconds": 0.0005847970001013891, "nodes": null, "score": null}, {"seconds": 8.512000022165012e-06, "nodes": null, "score": null}, {"seconds": 0.02394943900026192, "nodes": null, "score": null}, {"seconds": 2.9984000320837367e-05, "nodes": null, "score": null}, {"seconds": 0.015933233000396285, "nodes": null, "score": null}, {"seconds": 3.4250999760843115e-05, "nodes": null, "score": null}, {"seconds": 0.015723562999937712, "nodes": null, "score": null}, {"seconds": 2.5958000151149463e-05, "nodes": null, "score": null}, {"seconds": 0.0038607490000686084, "nodes": null, "score": null}, {"seconds": 2.735999987635296e-05, "nodes": null, "score": null}, {"seconds": 0.015888857999925676, "nodes": null, "score": null}, {"seconds": 2.7459999728307594e-05, "nodes": null, "score": null}, {"seconds": 0.01187355000001844, "nodes": null, "score": null}, {"seconds": 3.205799976058188e-05, "nodes": null, "score": null}, {"seconds": 0.008042544000090857, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(1,1,'{"rules": "classic(columns=5, rows=4)", "agents": ["random", "submission"], "moves": "111152223233435444", "winner": 2, "termination": "line", "opening": "", "seed": 3183919170055556329, "reason": "", "notes": [{"seconds": 3.5522999951353995e-05, "nodes": null, "score": null}, {"seconds": 0.03976872300017931, "nodes": null, "score": null}, {"seconds": 3.219800009901519e-05, "nodes": null, "score": null}, {"seconds": 0.03542640900013794, "nodes": null, "score": null}, {"seconds": 3.313900015200488e-05, "nodes": null, "score": null}, {"seconds": 0.006036848000348982, "nodes": null, "score": null}, {"seconds": 3.7044999771751463e-05, "nodes": null, "score": null}, {"seconds": 0.005956969000180834, "nodes": null, "score": null}, {"seconds": 2.6218000130029395e-05, "nodes": null, "score": null}, {"seconds": 0.018478680000043823, "nodes": null, "score": null}, {"seconds": 2.804199993988732e-05, "nodes": null, "score": null}, {"seconds": 0.003799388000061299, "nodes": null, "score": null}, {"seconds": 2.0981000034225872e-05, "nodes": null, "score": null}, {"seconds": 0.0026899609997599327, "nodes": null, "score": null}, {"seconds": 2.0461000076466007e-05, "nodes": null, "score": null}, {"seconds": 0.0013824110001223744, "nodes": null, "score": null}, {"seconds": 1.6524999864486745e-05, "nodes": null, "score": null}, {"seconds": 0.0023681749999013846, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(1,2,'{"rules": "classic(columns=5, rows=4)", "agents": ["submission", "level(1)"], "moves": "131211242423334", "winner": 1, "termination": "line", "opening": "", "seed": 6656268965978428984, "reason": "", "notes": [{"seconds": 0.02253190999999788, "nodes": null, "score": null}, {"seconds": 0.0002919029998338374, "nodes": null, "score": null}, {"seconds": 0.013076163999812707, "nodes": null, "score": null}, {"seconds": 0.0002268260000164446, "nodes": null, "score": null}, {"seconds": 0.0011469519999991462, "nodes": null, "score": null}, {"seconds": 0.00014704800014442299, "nodes": null, "score": null}, {"seconds": 0.002327594000234967, "nodes": null, "score": null}, {"seconds": 0.0001510740003141109, "nodes": null, "score": null}, {"seconds": 0.002930939000179933, "nodes": null, "score": null}, {"seconds": 0.0001523559999441204, "nodes": null, "score": null}, {"seconds": 0.0016533430002709792, "nodes": null, "score": null}, {"seconds": 0.002999250999891956, "nodes": null, "score": null}, {"seconds": 0.015649893000045267, "nodes": null, "score": null}, {"seconds": 0.00018385300018053385, "nodes": null, "score": null}, {"seconds": 0.00996307400009755, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(1,3,'{"rules": "classic(columns=5, rows=4)", "agents": ["level(1)", "submission"], "moves": "21215151", "winner": 2, "termination": "line", "opening": "", "seed": 5674733951975740205, "reason": "", "notes": [{"seconds": 0.0002140370002052805, "nodes": null, "score": null}, {"seconds": 0.011941480000132287, "nodes": null, "score": null}, {"seconds": 0.00021536999975069193, "nodes": null, "score": null}, {"seconds": 0.005751454999881389, "nodes": null, "score": null}, {"seconds": 0.00022740700023859972, "nodes": null, "score": null}, {"seconds": 0.0014352399998642795, "nodes": null, "score": null}, {"seconds": 0.0001454950001971156, "nodes": null, "score": null}, {"seconds": 0.011637479000000894, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(2,0,'{"rules": "classic(columns=5, rows=4)", "agents": ["submission", "random"], "moves": "1311142324242", "winner": 1, "termination": "line", "opening": "", "seed": 208167522918479399, "reason": "", "notes": [{"seconds": 0.03922836100036875, "nodes": null, "score": null}, {"seconds": 2.6049000098282704e-05, "nodes": null, "score": null}, {"seconds": 0.024781734000043798, "nodes": null, "score": null}, {"seconds": 2.5858999833872076e-05, "nodes": null, "score": null}, {"seconds": 0.033036283000001276, "nodes": null, "score": null}, {"seconds": 2.4176000351872062e-05, "nodes": null, "score": null}, {"seconds": 0.001412135999999009, "nodes": null, "score": null}, {"seconds": 1.7565999769431073e-05, "nodes": null, "score": null}, {"seconds": 0.024534347000098933, "nodes": null, "score": null}, {"seconds": 2.677000020412379e-05, "nodes": null, "score": null}, {"seconds": 0.013108562000070378, "nodes": null, "score": null}, {"seconds": 2.634900010889396e-05, "nodes": null, "score": null}, {"seconds": 0.015520069999638508, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(2,1,'{"rules": "classic(columns=5, rows=4)", "agents": ["random", "submission"], "moves": "31312141", "winner": 2, "termination": "line", "opening": "", "seed": 2162358943328708444, "reason": "", "notes": [{"seconds": 0.015008301000307256, "nodes": null, "score": null}, {"seconds": 0.013962708999770257, "nodes": null, "score": null}, {"seconds": 7.313900005101459e-05, "nodes": null, "score": null}, {"seconds": 0.003408487999877252, "nodes": null, "score": null}, {"seconds": 1.766600007613306e-05, "nodes": null, "score": null}, {"seconds": 0.0019127279997519508, "nodes": null, "score": null}, {"seconds": 1.845699989644345e-05, "nodes": null, "score": null}, {"seconds": 0.010684814999876835, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(2,2,'{"rules": "classic(columns=5, rows=4)", "agents": ["submission", "level(1)"], "moves": "141115242223353434", "winner": 2, "termination": "line", "opening": "", "seed": 5321095207345368471, "reason": "", "notes": [{"seconds": 0.0023367869998764945, "nodes": null, "score": null}, {"seconds": 0.000254517999564996, "nodes": null, "score": null}, {"seconds": 0.01287777899960929, "nodes": null, "score": null}, {"seconds": 0.0002258849999634549, "nodes": null, "score": null}, {"seconds": 0.003670005999993009, "nodes": null, "score": null}, {"seconds": 0.00014164999993226957, "nodes": null, "score": null}, {"seconds": 0.011026982999737811, "nodes": null, "score": null}, {"seconds": 0.0001602080001248396, "nodes": null, "score": null}, {"seconds": 0.03819932400028847, "nodes": null, "score": null}, {"seconds": 0.0001861060000010184, "nodes": null, "score": null}, {"seconds": 0.025038995999693725, "nodes": null, "score": null}, {"seconds": 0.0002183639999202569, "nodes": null, "score": null}, {"seconds": 0.01806411500001559, "nodes": null, "score": null}, {"seconds": 0.0005462200001602469, "nodes": null, "score": null}, {"seconds": 0.017637101999753213, "nodes": null, "score": null}, {"seconds": 0.0026908529998763697, "nodes": null, "score": null}, {"seconds": 0.016557540000121662, "nodes": null, "score": null}, {"seconds": 0.00432384700025068, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(2,3,'{"rules": "classic(columns=5, rows=4)", "agents": ["level(1)", "submission"], "moves": "21313112224", "winner": 1, "termination": "line", "opening": "", "seed": 5426760646468882469, "reason": "", "notes": [{"seconds": 0.00025838300007308135, "nodes": null, "score": null}, {"seconds": 0.008030856999994285, "nodes": null, "score": null}, {"seconds": 0.00016862099982972723, "nodes": null, "score": null}, {"seconds": 0.029629426999690622, "nodes": null, "score": null}, {"seconds": 0.00017784400006348733, "nodes": null, "score": null}, {"seconds": 0.01788246599971899, "nodes": null, "score": null}, {"seconds": 0.00018491499986339477, "nodes": null, "score": null}, {"seconds": 0.02734049100035918, "nodes": null, "score": null}, {"seconds": 0.00024290999999720952, "nodes": null, "score": null}, {"seconds": 0.03214366899965171, "nodes": null, "score": null}, {"seconds": 0.00017806500000006054, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(3,0,'{"rules": "classic(columns=5, rows=4)", "agents": ["submission", "random"], "moves": "5154535", "winner": 1, "termination": "line", "opening": "", "seed": 3753190256922068874, "reason": "", "notes": [{"seconds": 0.00580986099976144, "nodes": null, "score": null}, {"seconds": 2.2403000002668705e-05, "nodes": null, "score": null}, {"seconds": 0.0027442830000836693, "nodes": null, "score": null}, {"seconds": 1.766600007613306e-05, "nodes": null, "score": null}, {"seconds": 0.0003606249997574196, "nodes": null, "score": null}, {"seconds": 5.4279998948914e-06, "nodes": null, "score": null}, {"seconds": 0.008887868999863713, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(3,1,'{"rules": "classic(columns=5, rows=4)", "agents": ["random", "submission"], "moves": "15154535", "winner": 2, "termination": "line", "opening": "", "seed": 4438682924636329158, "reason": "", "notes": [{"seconds": 4.173199977230979e-05, "nodes": null, "score": null}, {"seconds": 0.0010519809998186247, "nodes": null, "score": null}, {"seconds": 1.7967000076168915e-05, "nodes": null, "score": null}, {"seconds": 0.0005183690000194474, "nodes": null, "score": null}, {"seconds": 1.1608000022533815e-05, "nodes": null, "score": null}, {"seconds": 0.0003797829999712121, "nodes": null, "score": null}, {"seconds": 9.224000223184703e-06, "nodes": null, "score": null}, {"seconds": 0.002156830999865633, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(3,2,'{"rules": "classic(columns=5, rows=4)", "agents": ["submission", "level(1)"], "moves": "5154515", "winner": 1, "termination": "line", "opening": "", "seed": 7605039492316913883, "reason": "", "notes": [{"seconds": 0.007609071000388212, "nodes": null, "score": null}, {"seconds": 0.00018218000013803248, "nodes": null, "score": null}, {"seconds": 0.0020122969999647466, "nodes": null, "score": null}, {"seconds": 0.000187208000170358, "nodes": null, "score": null}, {"seconds": 0.008968638999704126, "nodes": null, "score": null}, {"seconds": 0.00017760399987309938, "nodes": null, "score": null}, {"seconds": 0.0008813270001155615, "nodes": null, "score": null}], "reserve": 1.0}');
INSERT INTO "trials" VALUES(3,3,'{"rules": "classic(columns=5, rows=4)", "agents": ["level(1)", "submission"], "moves": "15551514441", "winner": 1, "termination": "line", "opening": "", "seed": 2412457011630455843, "reason": "", "notes": [{"seconds": 0.0014725450000696583, "nodes": null, "score": null}, {"seconds": 0.005229369999597111, "nodes": null, "score": null}, {"seconds": 0.00015566100000796723, "nodes": null, "score": null}, {"seconds": 0.010049092000372184, "nodes": null, "score": null}, {"seconds": 0.00017584099987288937, "nodes": null, "score": null}, {"seconds": 0.004504294000071241, "nodes": null, "score": null}, {"seconds": 0.0001688910001576005, "nodes": null, "score": null}, {"seconds": 0.0008591740001975268, "nodes": null, "score": null}, {"seconds": 0.00011186600022483617, "nodes": null, "score": null}, {"seconds": 0.000961376000304881, "nodes": null, "score": null}, {"seconds": 0.00026231999981973786, "nodes": null, "score": null}], "reserve": 1.0}');
CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team INTEGER NOT NULL REFERENCES teams(id),
    number INTEGER NOT NULL,
    request TEXT NOT NULL,
    file TEXT NOT NULL,
    digest TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    received REAL NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    sentence TEXT NOT NULL DEFAULT '',
    is_late INTEGER NOT NULL,
    spec TEXT NOT NULL DEFAULT '',
    UNIQUE (team, number),
    UNIQUE (team, request)
);
INSERT INTO "versions" VALUES(1,1,1,'1','mine.py','15d53a9b8323e957ebdf172a0fe6039cc8020f11186eafeed5eeef0bf23a16a2',64,1795041706.62671,'retired','','',0,'file:unpacked/31a689263c7268f7c3356cee/agent.py');
INSERT INTO "versions" VALUES(2,2,1,'2','mine.py','0c39dafdf9ce821d178433f61bc5a5b64922d558579062085592d01a0b488155',74,1795041706.63867,'active','','',0,'file:unpacked/f46dcbcd8e7004f769a19cc9/agent.py');
INSERT INTO "versions" VALUES(3,1,2,'3','mine.py','d2ecfbde62f0f6e1039cee4464f4b6068e0a48f24b615e86c341c4e90fdf4ea3',65,1.79504172772906231882e+09,'active','','',0,'file:unpacked/85858f8e106630fd389bfb24/agent.py');
CREATE UNIQUE INDEX teams_by_name ON teams (name COLLATE NOCASE) WHERE state != 'erased';
CREATE UNIQUE INDEX teams_by_alias ON teams (alias COLLATE NOCASE) WHERE state != 'erased';
CREATE INDEX versions_by_state ON versions (state, id);
CREATE INDEX sessions_by_link ON sessions (link);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('teams',2);
INSERT INTO "sqlite_sequence" VALUES('versions',3);
INSERT INTO "sqlite_sequence" VALUES('events',1);
COMMIT;
PRAGMA application_id = 1164866156;
PRAGMA user_version = 1;
