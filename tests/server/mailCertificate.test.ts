import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createSmtpSender } from '@server/features/notices/mail/smtp';

it('a mail server with an untrusted certificate is reported with advice on what to do', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'certificate-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(directory, name)) as [string, string];
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=mail'],
    { encoding: 'utf8' },
  );
  expect(made.status, made.stderr).toBe(0);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const post = createSmtpSender(
    {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      secure: true,
      plainAllowed: false,
      login: null,
      from: 'bot@example.com',
      timeout: 5,
    },
    new AbortController().signal,
  );
  onTestFinished(() => post.close());
  const letter = { to: 'one@example.com', from: 'bot@example.com', content: Buffer.from('') };
  const { outcome, message } = await post.send(letter as unknown as Parameters<typeof post.send>[0]);
  expect(outcome).toBe('away');
  expect(message).toMatch(/证书不受信任（.*self-signed certificate.*）.*NODE_EXTRA_CA_CERTS/);
});
