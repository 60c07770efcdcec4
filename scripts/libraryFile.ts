// npm run library-file -- KEY EDITION OUT: signs the library of this version as an update file. KEY is an Ed25519 key
// (PKCS#8 PEM); where the file does not exist a pair is made, and the public key for UPDATE_KEY is printed.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { signedFile } from '../server/features/library/updates/updateSignature';
import { readHazardLibrary } from '../server/seed/library/libraryHazards';
import { libraryContent } from '../server/seed/library/libraryRows';

const [keyFile, edition, outputFile] = process.argv.slice(2);
if (!keyFile || !edition || !outputFile) {
  console.error('usage: npm run library-file -- KEY.pem EDITION OUT.json');
  process.exit(1);
}
if (!existsSync(keyFile)) {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}
const privateKey = createPrivateKey(readFileSync(keyFile));
writeFileSync(outputFile, signedFile(libraryContent(readHazardLibrary(), edition, ''), privateKey));
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
console.log(`${outputFile}\nUPDATE_KEY=${publicKey}`);
