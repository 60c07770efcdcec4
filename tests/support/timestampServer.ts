import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const config = `[tsa]
default_tsa = one
[one]
serial = ./serial
crypto_device = builtin
signer_cert = ./cert.pem
certs = ./cert.pem
signer_key = ./key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[req]
distinguished_name = dn
x509_extensions = ext
prompt = no
[dn]
CN = Test TSA
[ext]
extendedKeyUsage = critical,timeStamping
`;

/**
 * Starts a timestamp authority that openssl answers for.
 * @param change what comes back instead of the right answer
 */
export async function timestampServer(change: (answer: Buffer) => Buffer | null = (answer) => answer) {
  const cwd = mkdtempSync(join(tmpdir(), 'occhealth-tsa-'));
  writeFileSync(join(cwd, 'tsa.cnf'), config);
  writeFileSync(join(cwd, 'serial'), '01\n');
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
    '-days',
    '3650',
    '-config',
    'tsa.cnf',
  );
  let asked = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      asked += 1;
      writeFileSync(join(cwd, 'query'), Buffer.concat(pieces));
      run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'answer');
      const answer = change(readFileSync(join(cwd, 'answer')));
      if (answer) response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}
