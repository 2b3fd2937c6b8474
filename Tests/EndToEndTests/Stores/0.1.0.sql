PRAGMA application_id = 1182026612;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE fetchkit_metadata (
  key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;
INSERT INTO fetchkit_metadata VALUES('client.origin','40.75925,-73.98467');
INSERT INTO fetchkit_metadata VALUES('client.seed','done');
INSERT INTO fetchkit_metadata VALUES('schema',replace('CREATE TABLE IF NOT EXISTS fetchkit_metadata (\n  key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID\nCREATE TABLE IF NOT EXISTS fetchkit_change (\n  sequence INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, object INTEGER,\n  operation TEXT NOT NULL)\nCREATE TABLE IF NOT EXISTS fetchkit_step (\n  step INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, date REAL NOT NULL,\n  count INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,\n  undone INTEGER NOT NULL DEFAULT 0, restorable INTEGER NOT NULL DEFAULT 1)\nCREATE TABLE IF NOT EXISTS fetchkit_undo_range (\n  step INTEGER NOT NULL, entity TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL)\nCREATE TABLE IF NOT EXISTS fetchkit_list (\n  name TEXT PRIMARY KEY NOT NULL, fingerprint TEXT NOT NULL, sequence INTEGER NOT NULL,\n  ids BLOB NOT NULL, sections BLOB NOT NULL)Venue\nCREATE TABLE IF NOT EXISTS venue (\n  pk INTEGER PRIMARY KEY AUTOINCREMENT,\n  id TEXT NOT NULL DEFAULT '''',\n  name TEXT NOT NULL DEFAULT '''',\n  name_order TEXT,\n  phone TEXT,\n  url TEXT,\n  menu_url TEXT,\n  special_count INTEGER NOT NULL DEFAULT 0,\n  favorite INTEGER NOT NULL DEFAULT 0,\n  note TEXT,\n  verified INTEGER NOT NULL DEFAULT 0,\n  closed INTEGER NOT NULL DEFAULT 0,\n  closed_at REAL,\n  created_at REAL,\n  rating REAL,\n  rating_signals INTEGER,\n  rating_color TEXT,\n  hours TEXT,\n  time_zone TEXT,\n  open_now INTEGER,\n  open_now_at REAL,\n  photo_count INTEGER,\n  chain TEXT,\n  address TEXT,\n  cross_street TEXT,\n  city TEXT,\n  state TEXT,\n  postal_code TEXT,\n  country TEXT,\n  country_code TEXT,\n  latitude REAL,\n  longitude REAL,\n  distance REAL,\n  price_category TEXT,\n  price_tier INTEGER,\n  checkins_count INTEGER,\n  users_count INTEGER,\n  tip_count INTEGER,\n  category TEXT,\n  category_id TEXT,\n  search_text TEXT,\n  content_hash INTEGER)\nCREATE UNIQUE INDEX IF NOT EXISTS venue_by_id ON venue (id)\nCREATE INDEX IF NOT EXISTS venue_by_distance_and_name_order ON venue (distance, name_order)\nCREATE TRIGGER IF NOT EXISTS venue_insert_log AFTER INSERT ON venue\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.pk, ''insert''); END\nCREATE TRIGGER IF NOT EXISTS venue_update_log AFTER UPDATE ON venue\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.pk, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_delete_log AFTER DELETE ON venue\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', OLD.pk, ''delete''); DELETE FROM venue_category WHERE owner = OLD.pk; DELETE FROM venue_tip WHERE owner = OLD.pk; DELETE FROM venue_opening WHERE owner = OLD.pk; END\nCREATE TRIGGER IF NOT EXISTS venue_category_insert_log AFTER INSERT ON venue_category\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_category_update_log AFTER UPDATE ON venue_category\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_category_delete_log AFTER DELETE ON venue_category\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', OLD.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_tip_insert_log AFTER INSERT ON venue_tip\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_tip_update_log AFTER UPDATE ON venue_tip\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_tip_delete_log AFTER DELETE ON venue_tip\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', OLD.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_opening_insert_log AFTER INSERT ON venue_opening\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_opening_update_log AFTER UPDATE ON venue_opening\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', NEW.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_opening_delete_log AFTER DELETE ON venue_opening\nBEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES (''Venue'', OLD.owner, ''update''); END\nCREATE TRIGGER IF NOT EXISTS venue_stale_hash AFTER UPDATE OF id, name, phone, url, menu_url, special_count, verified, closed, closed_at, created_at, rating, rating_signals, rating_color, hours, time_zone, open_now, open_now_at, photo_count, chain, address, cross_street, city, state, postal_code, country, country_code, latitude, longitude, distance, price_category, price_tier, checkins_count, users_count, tip_count, category, category_id ON venue\nWHEN NEW.content_hash IS OLD.content_hash AND NEW.content_hash IS NOT NULL\nBEGIN UPDATE venue SET content_hash = NULL WHERE pk = NEW.pk; END\nCREATE TABLE IF NOT EXISTS venue_category (\n  owner INTEGER NOT NULL,\n  position INTEGER NOT NULL,\n  name TEXT,\n  category_id TEXT,\n  PRIMARY KEY (owner, position)) WITHOUT ROWID\nCREATE TABLE IF NOT EXISTS venue_tip (\n  owner INTEGER NOT NULL,\n  position INTEGER NOT NULL,\n  text TEXT,\n  created_at REAL,\n  agree_count INTEGER,\n  PRIMARY KEY (owner, position)) WITHOUT ROWID\nCREATE TABLE IF NOT EXISTS venue_opening (\n  owner INTEGER NOT NULL,\n  position INTEGER NOT NULL,\n  opens INTEGER NOT NULL DEFAULT 0,\n  closes INTEGER NOT NULL DEFAULT 0,\n  PRIMARY KEY (owner, position)) WITHOUT ROWID\nCREATE VIEW venue_flat AS SELECT\n  id,\n  name,\n  phone,\n  url,\n  menu_url,\n  special_count,\n  favorite,\n  note,\n  verified,\n  closed,\n  strftime(''%Y-%m-%dT%H:%M:%SZ'', closed_at, ''unixepoch'') AS closed_at,\n  strftime(''%Y-%m-%dT%H:%M:%SZ'', created_at, ''unixepoch'') AS created_at,\n  rating,\n  rating_signals,\n  rating_color,\n  hours,\n  time_zone,\n  open_now,\n  strftime(''%Y-%m-%dT%H:%M:%SZ'', open_now_at, ''unixepoch'') AS open_now_at,\n  photo_count,\n  chain,\n  address,\n  cross_street,\n  city,\n  state,\n  postal_code,\n  country,\n  country_code,\n  latitude,\n  longitude,\n  distance,\n  price_category,\n  price_tier,\n  checkins_count,\n  users_count,\n  tip_count,\n  category,\n  category_id,\n  (SELECT group_concat(value, ''; '') FROM (SELECT name AS value FROM venue_category WHERE owner = venue.pk ORDER BY position)) AS categories,\n  (SELECT COUNT(*) FROM venue_category WHERE owner = venue.pk) AS categories_count,\n  (SELECT group_concat(value, ''; '') FROM (SELECT text AS value FROM venue_tip WHERE owner = venue.pk ORDER BY position)) AS tips,\n  (SELECT COUNT(*) FROM venue_tip WHERE owner = venue.pk) AS tips_count,\n  (SELECT COUNT(*) FROM venue_opening WHERE owner = venue.pk) AS openings_count\nFROM venue\nCREATE VIEW venue_category_flat AS SELECT\n  owner.id AS venue_id,\n  element.position,\n  element.name,\n  element.category_id\nFROM venue_category AS element JOIN venue AS owner ON owner.pk = element.owner\nCREATE VIEW venue_tip_flat AS SELECT\n  owner.id AS venue_id,\n  element.position,\n  element.text,\n  strftime(''%Y-%m-%dT%H:%M:%SZ'', element.created_at, ''unixepoch'') AS created_at,\n  element.agree_count\nFROM venue_tip AS element JOIN venue AS owner ON owner.pk = element.owner\nCREATE VIEW venue_opening_flat AS SELECT\n  owner.id AS venue_id,\n  element.position,\n  element.opens,\n  element.closes\nFROM venue_opening AS element JOIN venue AS owner ON owner.pk = element.owner','\n',char(10)));
CREATE TABLE fetchkit_change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, object INTEGER,
  operation TEXT NOT NULL);
INSERT INTO fetchkit_change VALUES(1,'Venue',NULL,'bulk');
INSERT INTO fetchkit_change VALUES(2,'Venue',8,'update');
INSERT INTO fetchkit_change VALUES(3,'Venue',23,'update');
INSERT INTO fetchkit_change VALUES(4,'Venue',25,'update');
INSERT INTO fetchkit_change VALUES(5,'Venue',26,'update');
CREATE TABLE fetchkit_step (
  step INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, date REAL NOT NULL,
  count INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
  undone INTEGER NOT NULL DEFAULT 0, restorable INTEGER NOT NULL DEFAULT 1);
INSERT INTO fetchkit_step VALUES(2,'Set favorite, note',1795289346.8395233153,1,32,0,1);
INSERT INTO fetchkit_step VALUES(3,'Set closed',1795289347.0385651588,3,174,0,1);
CREATE TABLE fetchkit_undo_range (
  step INTEGER NOT NULL, entity TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL);
CREATE TABLE fetchkit_list (
  name TEXT PRIMARY KEY NOT NULL, fingerprint TEXT NOT NULL, sequence INTEGER NOT NULL,
  ids BLOB NOT NULL, sections BLOB NOT NULL);
CREATE TABLE venue (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  name_order TEXT,
  phone TEXT,
  url TEXT,
  menu_url TEXT,
  special_count INTEGER NOT NULL DEFAULT 0,
  favorite INTEGER NOT NULL DEFAULT 0,
  note TEXT,
  verified INTEGER NOT NULL DEFAULT 0,
  closed INTEGER NOT NULL DEFAULT 0,
  closed_at REAL,
  created_at REAL,
  rating REAL,
  rating_signals INTEGER,
  rating_color TEXT,
  hours TEXT,
  time_zone TEXT,
  open_now INTEGER,
  open_now_at REAL,
  photo_count INTEGER,
  chain TEXT,
  address TEXT,
  cross_street TEXT,
  city TEXT,
  state TEXT,
  postal_code TEXT,
  country TEXT,
  country_code TEXT,
  latitude REAL,
  longitude REAL,
  distance REAL,
  price_category TEXT,
  price_tier INTEGER,
  checkins_count INTEGER,
  users_count INTEGER,
  tip_count INTEGER,
  category TEXT,
  category_id TEXT,
  search_text TEXT,
  content_hash INTEGER);
INSERT INTO venue VALUES(1,'4e3c89c8aeb73139a16d84ee','Kung Fu Tea 功夫茶','kung fu tea 功夫茶Kung Fu Tea 功夫茶','2123343536',NULL,NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'234 Canal St','at Centre St.','New York','NY','10013','United States','US',40.717854000000002654,-74.000208000000000652,4787.0,'$',1,6820,3530,60,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('kung fu tea 功夫茶\nbubble tea shop\n234 canal st\nat centre st.\nnew york','\n',char(10)),-4943441193033804646);
INSERT INTO venue VALUES(2,'535aabd5498e00b596216d81','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'226 E 14th St','Btwn 2nd & 3rd Ave.','New York','NY','10003','United States','US',40.732855695951705856,-73.986047527284924283,2936.0,'$',1,424,281,5,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n226 e 14th st\nbtwn 2nd & 3rd ave.\nnew york','\n',char(10)),-4547160994796025905);
INSERT INTO venue VALUES(3,'4a83505ef964a520bffa1fe3','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea','2125666833','http://www.vivibubbletea.com',NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'49 Bayard St','Btwn Elizabeth St. & Bowery','New York','NY','10013','United States','US',40.715362659137049662,-73.99739330354717026,4998.0,'$',1,5906,3066,51,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n49 bayard st\nbtwn elizabeth st. & bowery\nnew york','\n',char(10)),-2344050722786709477);
INSERT INTO venue VALUES(4,'4e5ecc4a52b1425a3776f4db','Kung Fu Tea (功夫茶)','kung fu tea (功夫茶)Kung Fu Tea (功夫茶)','6462884936',NULL,NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'73 Chrystie St',NULL,'New York','NY','10002','United States','US',40.717037916183471679,-73.994368314743041992,4765.0,'$',1,3969,2030,37,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('kung fu tea (功夫茶)\nbubble tea shop\n73 chrystie st\nnew york','\n',char(10)),288985999131296248);
INSERT INTO venue VALUES(5,'4d8393ded5fab60c2654cf9b','CoCo Fresh Tea & Juice','coco fresh tea & juiceCoCo Fresh Tea & Juice','2125188808','http://www.coco-tea.com',NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'459 Lexington Ave','at E 45th St.','New York','NY','10017','United States','US',40.753382719882772279,-73.974442807713131744,1077.0,'$',1,6800,2321,42,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('coco fresh tea & juice\nbubble tea shop\n459 lexington ave\nat e 45th st.\nnew york','\n',char(10)),-6357965801736765442);
INSERT INTO venue VALUES(6,'533f6cbd498e931121c75f05','Kung Fu Tea 功夫茶','kung fu tea 功夫茶Kung Fu Tea 功夫茶','9172851285',NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'28 Saint Marks Pl',NULL,'New York','NY','10003','United States','US',40.728997502249498553,-73.988446437279236532,3378.0,'$',1,723,515,7,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('kung fu tea 功夫茶\nbubble tea shop\n28 saint marks pl\nnew york','\n',char(10)),1047627652619150881);
INSERT INTO venue VALUES(7,'4d472e2d14aa8cfa2733853d','CoCo Fresh Tea & Juice','coco fresh tea & juiceCoCo Fresh Tea & Juice','2128516618','http://www.coco-tea.com',NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'38 Lexington Ave','at E 24th St.','New York','NY','10010','United States','US',40.740135957616544714,-73.984251194675124453,2123.0,'$$',2,4881,1855,47,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('coco fresh tea & juice\nbubble tea shop\n38 lexington ave\nat e 24th st.\nnew york','\n',char(10)),-4400933417641843452);
INSERT INTO venue VALUES(8,'52fc1720498e39f0cf085d06','The Bao Shoppe','the bao shoppeThe Bao Shoppe','7187771883',NULL,NULL,0,1,'it''s old',0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'3066 Steinway St','btwn 30th Ave & 31st Ave','Astoria','NY','11103','United States','US',40.762339215575345008,-73.916448928573842635,5760.0,'$$$',3,485,357,15,'Asian Restaurant','4bf58dd8d48988d142941735',replace('the bao shoppe\nasian restaurant\n3066 steinway st\nbtwn 30th ave & 31st ave\nastoria','\n',char(10)),4671455863901390635);
INSERT INTO venue VALUES(9,'522762a411d2b7710f19a74b','Coco Fresh Tea & Juice','coco fresh tea & juiceCoco Fresh Tea & Juice',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'33 Saint Marks Pl','2nd Ave','New York','NY','10003','United States','US',40.728899048070267953,-73.988239833770464313,3387.0,'$',1,1521,778,20,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('coco fresh tea & juice\nbubble tea shop\n33 saint marks pl\n2nd ave\nnew york','\n',char(10)),-9086148501260891017);
INSERT INTO venue VALUES(10,'4f5115e1e4b0c5e188ce8d33','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea','2123660688','http://www.vivibubbletea.com',NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'170 W 23rd St','at 7th Ave','New York','NY','10011','United States','US',40.744073765790886909,-73.995401958911372732,1913.0,'$',1,1933,1106,18,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n170 w 23rd st\nat 7th ave\nnew york','\n',char(10)),4309612842496157216);
INSERT INTO venue VALUES(11,'4f9349b4e4b0599b4ed52fb8','Chatime 日出茶太','chatime 日出茶太Chatime 日出茶太','2125187891','http://ichatime.com',NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'240A Canal St','at Centre','New York','NY','10013','United States','US',40.718156166746176439,-74.000067526321103628,4751.0,'$$',2,2544,1546,28,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('chatime 日出茶太\nbubble tea shop\n240a canal st\nat centre\nnew york','\n',char(10)),-137662998989482236);
INSERT INTO venue VALUES(12,'5202a19e498e523ddbb635a1','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'2 E Broadway','Catherine','New York','NY','10038','United States','US',40.713703424519948727,-73.997330177665929795,5177.0,'$',1,492,338,8,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n2 e broadway\ncatherine\nnew york','\n',char(10)),2648590927505484706);
INSERT INTO venue VALUES(13,'4b2ebc57f964a520e3e524e3','Teado','teadoTeado','2122267687',NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'145D Hester St','btw Chrystie St & Bowery','New York','NY','10002','United States','US',40.717033999999998174,-73.995153999999999428,4778.0,'$',1,1976,785,22,'Tea Room','4bf58dd8d48988d1dc931735',replace('teado\ntea room\n145d hester st\nbtw chrystie st & bowery\nnew york','\n',char(10)),-4840921981957128818);
INSERT INTO venue VALUES(14,'538e1ee8498ef7fef4337a01','Gong Cha','gong chaGong Cha','2124863481','http://www.gongchausa.com',NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'149 E. 60th Street',NULL,'New York','NY',NULL,'United States','US',40.762613961639182491,-73.967440610604043627,1498.0,'$',1,187,95,3,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('gong cha\nbubble tea shop\n149 e. 60th street\nnew york','\n',char(10)),-1708185846293346386);
INSERT INTO venue VALUES(15,'4e0e6550c65ba20da2206031','Bubbly Tea','bubbly teaBubbly Tea','2126083688',NULL,NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'55B Bayard St',NULL,'New York','NY','10013','United States','US',40.715468397308839597,-73.99738311767578125,4986.0,'$',1,2669,1078,25,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('bubbly tea\nbubble tea shop\n55b bayard st\nnew york','\n',char(10)),-7780285372181475346);
INSERT INTO venue VALUES(16,'4a9569f4f964a520212320e3','Boba Life NYC','boba life nycBoba Life NYC','2125666788',NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'11 Pell St','btwn Doyers & Bowery St','New York','NY','10013','United States','US',40.71473728191187291,-73.997772058397984552,5073.0,'$',1,2999,1505,39,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('boba life nyc\nbubble tea shop\n11 pell st\nbtwn doyers & bowery st\nnew york','\n',char(10)),7666735768089540814);
INSERT INTO venue VALUES(17,'51c5e9a5498e967b084f17c5','Patea Bubble Tea','patea bubble teaPatea Bubble Tea','2122266808',NULL,NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'135 Mott Street',NULL,'New York','NY','10013','United States','US',40.718504897774003836,-73.996566926728675637,4641.0,'$',1,312,209,3,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('patea bubble tea\nbubble tea shop\n135 mott street\nnew york','\n',char(10)),-365097607604950676);
INSERT INTO venue VALUES(18,'500c4710e4b01eff31c1a82c','Chatime','chatimeChatime','2126088822',NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'22-B Bowery',NULL,'New York','NY','10013','United States','US',40.71466675505873667,-73.996899773375844231,5065.0,'$',1,664,364,5,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('chatime\nbubble tea shop\n22-b bowery\nnew york','\n',char(10)),262949084942984050);
INSERT INTO venue VALUES(19,'53861e0d498ec1985aa8b0a2','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'183 Hester St','Hester/Mott','New York','NY','10013','United States','US',40.717926386881565293,-73.997565464935817656,4723.0,'$',1,113,94,1,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n183 hester st\nhester/mott\nnew york','\n',char(10)),6877594105557932607);
INSERT INTO venue VALUES(20,'5203ea60498e334e70ac945c','Kung Fu Tea','kung fu teaKung Fu Tea',NULL,'http://kfteausa.com',NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'31 Waverly Pl','University Pl','New York','NY','10003','United States','US',40.730495104377133939,-73.995172407767512367,3317.0,'$',1,1070,511,11,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('kung fu tea\nbubble tea shop\n31 waverly pl\nuniversity pl\nnew york','\n',char(10)),-4984668167707904103);
INSERT INTO venue VALUES(21,'526214fe11d29e2c229a61ab','Pomme LES','pomme lesPomme LES','6469186134',NULL,NULL,0,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'132 Ludlow St','Rivington and Stanton','New York','NY','10002','United States','US',40.720151947769892331,-73.988371830482279277,4359.0,'$',1,335,279,10,'Creperie','52e81612bcbc57f1066b79f2',replace('pomme les\ncreperie\n132 ludlow st\nrivington and stanton\nnew york','\n',char(10)),2489564591779762844);
INSERT INTO venue VALUES(22,'51017650e4b0b335c3535c61','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea','2123236969','http://www.vivibubbletea.com',NULL,1,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'39 John St','at Nassau St.','New York','NY','10038','United States','US',40.709477836056244372,-74.008336721353174423,5886.0,'$',1,1206,520,11,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n39 john st\nat nassau st.\nnew york','\n',char(10)),-7603641480727901659);
INSERT INTO venue VALUES(23,'53068e78498e20d84bbee61a','Tbaar','tbaarTbaar',NULL,NULL,NULL,0,0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'25th Street','Between Lexington And Third Avenue','New York','NY','10010','United States','US',40.740646326504325715,-73.98371745682837286,2068.0,'$',1,149,104,4,'Café','4bf58dd8d48988d16d941735',replace('tbaar\ncafe\n25th street\nbetween lexington and third avenue\nnew york','\n',char(10)),NULL);
INSERT INTO venue VALUES(24,'528bf04f498ebd37943cba80','Chatime 日出茶太','chatime 日出茶太Chatime 日出茶太','2129888878',NULL,NULL,1,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'858 Lexington Ave','btwn 64th & 65th St','New York','NY','10065','United States','US',40.765787312051131154,-73.965523571275952007,1770.0,'$',1,279,164,10,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('chatime 日出茶太\nbubble tea shop\n858 lexington ave\nbtwn 64th & 65th st\nnew york','\n',char(10)),-769110600935232030);
INSERT INTO venue VALUES(25,'52cd915b498eee10ccde09e9','Smoocha','smoochaSmoocha',NULL,NULL,NULL,3,0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'315 5th Ave',NULL,'New York','NY','10016','United States','US',40.747057614516435817,-73.984945625567533509,1353.0,'$',1,317,229,2,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('smoocha\nbubble tea shop\n315 5th ave\nnew york','\n',char(10)),NULL);
INSERT INTO venue VALUES(26,'533f47ff498eb76534dfe1f3','Red Bubble','red bubbleRed Bubble',NULL,NULL,NULL,2,0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'97 Chrystie St','Grand','New York','NY',NULL,'United States','US',40.717834698882910517,-73.994087774895049847,4674.0,'$',1,100,75,1,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('red bubble\nbubble tea shop\n97 chrystie st\ngrand\nnew york','\n',char(10)),NULL);
INSERT INTO venue VALUES(27,'53e7bce6498ee825dbee9acc','Monkey King','monkey kingMonkey King',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Queens','NY',NULL,'United States','US',40.765525417132487005,-73.919066862590511847,5573.0,'$',1,15,15,2,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('monkey king\nbubble tea shop\nqueens','\n',char(10)),9206764869633685950);
INSERT INTO venue VALUES(28,'538a1b82498e279098ddef6b','City Wings Cafe','city wings cafeCity Wings Cafe','2129828291','http://www.citywingscafe.com',NULL,4,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'347 1st Ave',NULL,'New York','NY','10010','United States','US',40.735153412126678062,-73.97959098193001637,2711.0,'$',1,25,16,2,'Wings Joint','4bf58dd8d48988d14c941735',replace('city wings cafe\nwings joint\n347 1st ave\nnew york','\n',char(10)),-7228958385073763265);
INSERT INTO venue VALUES(29,'5243325511d2e8aa8c36a30d','Vivi Bubble Tea','vivi bubble teaVivi Bubble Tea',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'18 Beaver St',NULL,'New York','NY','10004','United States','US',40.705002544036808843,-74.012359288645228616,6471.0,'$',1,155,79,2,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c',replace('vivi bubble tea\nbubble tea shop\n18 beaver st\nnew york','\n',char(10)),52007146900353219);
INSERT INTO venue VALUES(30,'4bfaad735317a5931802037f','Boi Noodles','boi noodlesBoi Noodles','2125750088','http://boinoodlesnyc.com',NULL,1,0,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'240 W 40th St.','btwn 7th & 8th Ave.','New York','NY','10018','United States','US',40.755853999999999358,-73.989698000000004183,567.0,'$',1,2783,1062,28,'Vietnamese Restaurant','4bf58dd8d48988d14a941735',replace('boi noodles\nvietnamese restaurant\n240 w 40th st.\nbtwn 7th & 8th ave.\nnew york','\n',char(10)),3627078393865392020);
CREATE TABLE venue_category (
  owner INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT,
  category_id TEXT,
  PRIMARY KEY (owner, position)) WITHOUT ROWID;
INSERT INTO venue_category VALUES(1,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(2,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(3,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(4,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(5,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(6,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(7,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(8,0,'Asian Restaurant','4bf58dd8d48988d142941735');
INSERT INTO venue_category VALUES(9,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(10,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(11,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(12,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(13,0,'Tea Room','4bf58dd8d48988d1dc931735');
INSERT INTO venue_category VALUES(14,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(15,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(16,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(17,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(18,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(19,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(20,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(21,0,'Creperie','52e81612bcbc57f1066b79f2');
INSERT INTO venue_category VALUES(22,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(23,0,'Café','4bf58dd8d48988d16d941735');
INSERT INTO venue_category VALUES(24,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(25,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(26,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(27,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(28,0,'Wings Joint','4bf58dd8d48988d14c941735');
INSERT INTO venue_category VALUES(29,0,'Bubble Tea Shop','52e81612bcbc57f1066b7a0c');
INSERT INTO venue_category VALUES(30,0,'Vietnamese Restaurant','4bf58dd8d48988d14a941735');
CREATE TABLE venue_tip (
  owner INTEGER NOT NULL,
  position INTEGER NOT NULL,
  text TEXT,
  created_at REAL,
  agree_count INTEGER,
  PRIMARY KEY (owner, position)) WITHOUT ROWID;
CREATE TABLE venue_opening (
  owner INTEGER NOT NULL,
  position INTEGER NOT NULL,
  opens INTEGER NOT NULL DEFAULT 0,
  closes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (owner, position)) WITHOUT ROWID;
CREATE TABLE fetchkit_undo_venue (
  step INTEGER NOT NULL, pk INTEGER NOT NULL, operation TEXT NOT NULL, columns TEXT NOT NULL,
  has_elements INTEGER NOT NULL, id, name, name_order, phone, url, menu_url, special_count, favorite, note, verified, closed, closed_at, created_at, rating, rating_signals, rating_color, hours, time_zone, open_now, open_now_at, photo_count, chain, address, cross_street, city, state, postal_code, country, country_code, latitude, longitude, distance, price_category, price_tier, checkins_count, users_count, tip_count, category, category_id, search_text, content_hash,
  PRIMARY KEY (step, pk)) WITHOUT ROWID;
INSERT INTO fetchkit_undo_venue VALUES(2,8,'update','favorite, note',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO fetchkit_undo_venue VALUES(3,23,'update','closed, content_hash',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-8961032309492923239);
INSERT INTO fetchkit_undo_venue VALUES(3,25,'update','closed, content_hash',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,908390964625061302);
INSERT INTO fetchkit_undo_venue VALUES(3,26,'update','closed, content_hash',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4621209997912291236);
CREATE TABLE fetchkit_undo_venue_category (
  step INTEGER NOT NULL, owner, position, name, category_id,
  PRIMARY KEY (step, owner, position)) WITHOUT ROWID;
CREATE TABLE fetchkit_undo_venue_tip (
  step INTEGER NOT NULL, owner, position, text, created_at, agree_count,
  PRIMARY KEY (step, owner, position)) WITHOUT ROWID;
CREATE TABLE fetchkit_undo_venue_opening (
  step INTEGER NOT NULL, owner, position, opens, closes,
  PRIMARY KEY (step, owner, position)) WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('venue',30);
INSERT INTO sqlite_sequence VALUES('fetchkit_change',5);
INSERT INTO sqlite_sequence VALUES('fetchkit_step',3);
CREATE UNIQUE INDEX venue_by_id ON venue (id);
CREATE VIEW venue_flat AS SELECT
  id,
  name,
  phone,
  url,
  menu_url,
  special_count,
  favorite,
  note,
  verified,
  closed,
  strftime('%Y-%m-%dT%H:%M:%SZ', closed_at, 'unixepoch') AS closed_at,
  strftime('%Y-%m-%dT%H:%M:%SZ', created_at, 'unixepoch') AS created_at,
  rating,
  rating_signals,
  rating_color,
  hours,
  time_zone,
  open_now,
  strftime('%Y-%m-%dT%H:%M:%SZ', open_now_at, 'unixepoch') AS open_now_at,
  photo_count,
  chain,
  address,
  cross_street,
  city,
  state,
  postal_code,
  country,
  country_code,
  latitude,
  longitude,
  distance,
  price_category,
  price_tier,
  checkins_count,
  users_count,
  tip_count,
  category,
  category_id,
  (SELECT group_concat(value, '; ') FROM (SELECT name AS value FROM venue_category WHERE owner = venue.pk ORDER BY position)) AS categories,
  (SELECT COUNT(*) FROM venue_category WHERE owner = venue.pk) AS categories_count,
  (SELECT group_concat(value, '; ') FROM (SELECT text AS value FROM venue_tip WHERE owner = venue.pk ORDER BY position)) AS tips,
  (SELECT COUNT(*) FROM venue_tip WHERE owner = venue.pk) AS tips_count,
  (SELECT COUNT(*) FROM venue_opening WHERE owner = venue.pk) AS openings_count
FROM venue;
CREATE VIEW venue_category_flat AS SELECT
  owner.id AS venue_id,
  element.position,
  element.name,
  element.category_id
FROM venue_category AS element JOIN venue AS owner ON owner.pk = element.owner;
CREATE VIEW venue_tip_flat AS SELECT
  owner.id AS venue_id,
  element.position,
  element.text,
  strftime('%Y-%m-%dT%H:%M:%SZ', element.created_at, 'unixepoch') AS created_at,
  element.agree_count
FROM venue_tip AS element JOIN venue AS owner ON owner.pk = element.owner;
CREATE VIEW venue_opening_flat AS SELECT
  owner.id AS venue_id,
  element.position,
  element.opens,
  element.closes
FROM venue_opening AS element JOIN venue AS owner ON owner.pk = element.owner;
CREATE INDEX venue_by_distance_and_name_order ON venue (distance, name_order);
CREATE TRIGGER venue_insert_log AFTER INSERT ON venue
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.pk, 'insert'); END;
CREATE TRIGGER venue_update_log AFTER UPDATE ON venue
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.pk, 'update'); END;
CREATE TRIGGER venue_delete_log AFTER DELETE ON venue
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', OLD.pk, 'delete'); DELETE FROM venue_category WHERE owner = OLD.pk; DELETE FROM venue_tip WHERE owner = OLD.pk; DELETE FROM venue_opening WHERE owner = OLD.pk; END;
CREATE TRIGGER venue_category_insert_log AFTER INSERT ON venue_category
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.owner, 'update'); END;
CREATE TRIGGER venue_category_update_log AFTER UPDATE ON venue_category
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.owner, 'update'); END;
CREATE TRIGGER venue_category_delete_log AFTER DELETE ON venue_category
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', OLD.owner, 'update'); END;
CREATE TRIGGER venue_tip_insert_log AFTER INSERT ON venue_tip
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.owner, 'update'); END;
CREATE TRIGGER venue_tip_update_log AFTER UPDATE ON venue_tip
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.owner, 'update'); END;
CREATE TRIGGER venue_tip_delete_log AFTER DELETE ON venue_tip
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', OLD.owner, 'update'); END;
CREATE TRIGGER venue_opening_insert_log AFTER INSERT ON venue_opening
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.owner, 'update'); END;
CREATE TRIGGER venue_opening_update_log AFTER UPDATE ON venue_opening
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', NEW.owner, 'update'); END;
CREATE TRIGGER venue_opening_delete_log AFTER DELETE ON venue_opening
BEGIN INSERT INTO fetchkit_change (entity, object, operation) VALUES ('Venue', OLD.owner, 'update'); END;
CREATE TRIGGER venue_stale_hash AFTER UPDATE OF id, name, phone, url, menu_url, special_count, verified, closed, closed_at, created_at, rating, rating_signals, rating_color, hours, time_zone, open_now, open_now_at, photo_count, chain, address, cross_street, city, state, postal_code, country, country_code, latitude, longitude, distance, price_category, price_tier, checkins_count, users_count, tip_count, category, category_id ON venue
WHEN NEW.content_hash IS OLD.content_hash AND NEW.content_hash IS NOT NULL
BEGIN UPDATE venue SET content_hash = NULL WHERE pk = NEW.pk; END;
COMMIT;
