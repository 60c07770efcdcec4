// Writes dist/database/<fingerprint>.tar.gz, the empty database with all migrations from which a new installation
// starts (server/db/embedded/preparedDatabase.ts). `npm run build` runs it.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dumpPglite } from '../server/db/embedded/pglite';
import { preparedDatabaseFile } from '../server/db/embedded/preparedDatabase';
import { migrate } from '../server/db/migrate';
import { openDatabase } from '../server/db/openDatabase';

const file = preparedDatabaseFile();
const database = await openDatabase({ dataDir: 'memory' });
await migrate(database);
await database.execute('checkpoint');
const dump = Buffer.from(await (await dumpPglite(database)).arrayBuffer());
await database.close();
// Archives of earlier migrations are not used again.
rmSync(dirname(file), { recursive: true, force: true });
mkdirSync(dirname(file), { recursive: true });
writeFileSync(`${file}.new`, gzipSync(dump));
renameSync(`${file}.new`, file);
