// `npm run sign-update -- PACKAGE KEY`: signs an update package, named occhealth-lab-VERSION.tar.gz, with a private key
// (Ed25519, PEM). The signature lies beside it as PACKAGE.sig; 系统维护 asks for both (docs/operations.md).
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const [file, key] = process.argv.slice(2);
if (!file || !key) {
  console.error('用法：npm run sign-update -- 更新包 私钥.pem');
  process.exit(1);
}
const from = process.env.INIT_CWD ?? process.cwd();
const path = resolve(from, file);
const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
const signature = sign(
  null,
  Buffer.from(`${basename(path)} ${sha256}`),
  createPrivateKey(readFileSync(resolve(from, key))),
);
writeFileSync(`${path}.sig`, signature.toString('base64'));
console.log(`已签名：${path}.sig`);
