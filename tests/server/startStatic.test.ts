import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@server/app/createApp';
import { policyOfPage } from '@server/http/securityHeaders';
import { staticRoutes } from '@server/http/staticFiles';
import { backEndBlock } from '../../scripts/backEnd';
import { headerFaults } from '../security/desk';
import { measured } from '../support/measured';
import { testServer } from '../support/server';

const page = '<!doctype html><title>console</title>';
const script = 'console.log(1)';
let directory: string;
let app: ReturnType<typeof staticRoutes>;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'occhealth-web-'));
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), page);
  writeFileSync(join(directory, 'favicon.svg'), '<svg/>');
  writeFileSync(join(directory, 'assets/app-1a2b.js'), script);
  writeFileSync(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  app = staticRoutes(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('files of the console', () => {
  it.each(['/', '/login', '/customer/inspectUnit', '/siteSample/siteSurvey/details/page?id=1'])(
    'the address %s is answered with index.html, which must be revalidated',
    async (path) => {
      const response = await app.request(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(page);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('hashed files of the console are cached for a year, and sent compressed to clients that accept it', async () => {
    const plain = await app.request('/assets/app-1a2b.js');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toContain('text/javascript');
    expect(await plain.text()).toBe(script);
    const small = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('vary')).toContain('Accept-Encoding');
    expect(String(brotliDecompressSync(Buffer.from(await small.arrayBuffer())))).toBe(script);
  });

  it('the console’s page allows calls to a third-party back end only if the page itself names its address', async () => {
    const policyOf = (block: string) => policyOfPage(page.replace('<title>', `${block}<title>`));
    const told = backEndBlock('https://api.example.cn/v1/', '{"api/customer":{"url":"a</script>b"}}') ?? '';
    const policy = policyOf(`<script type="application/json" id="back-end">${told}</script>`) ?? '';
    expect(told).not.toContain('</script>');
    expect(JSON.parse(told)).toMatchObject({ base: 'https://api.example.cn/v1' });
    expect(policy).toContain("connect-src 'self' ws: wss: https://api.example.cn;");
    expect(policy).toContain("img-src 'self' data: blob: https://api.example.cn;");
    expect(policy).toContain("script-src 'self';");
    expect(policyOf('')).toBeUndefined();
    expect(backEndBlock(undefined, undefined)).toBeUndefined();
    expect(() => backEndBlock('javascript:alert(1)', undefined)).toThrow('no http address');
    const other = mkdtempSync(join(tmpdir(), 'occhealth-other-'));
    writeFileSync(join(other, 'index.html'), `<script type="application/json" id="back-end">${told}</script>${page}`);
    expect((await staticRoutes(other).request('/')).headers.get('content-security-policy')).toBe(policy);
    rmSync(other, { recursive: true, force: true });
  });

  it('files of the console without a hash are not cached without revalidation', async () => {
    const response = await app.request('/favicon.svg');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/assets/gone-3c4d.js',
    '/gone.js',
    '/robots.txt',
    '/api/nothing',
    '/auth/nothing',
    '/websocket/1',
    '/assets/../../package.json',
    '/..%2f..%2fpackage.json',
  ])('the address %s is never answered with a page of the console', async (path) => {
    const response = await app.request(`http://localhost${path}`);
    expect(await response.text()).not.toContain(path.includes('package') ? '"name"' : '<title>');
    if (!path.includes('package')) expect(response.status).toBe(404);
  });

  it('the address of the service worker is never cached, and with OFFLINE_SHELL=off it answers a worker that unregisters itself', async () => {
    writeFileSync(join(directory, 'sw.js'), 'caches.open("console-1")');
    const own = await app.request('/sw.js');
    expect([own.headers.get('cache-control'), await own.text()]).toEqual(['no-cache', 'caches.open("console-1")']);
    const off = await staticRoutes(directory, { offlineShell: false }).request('/sw.js');
    expect([off.headers.get('cache-control'), off.headers.get('content-type')]).toEqual([
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
    expect(await off.text()).toContain('registration.unregister()');
  });

  it('the console’s page preloads what it needs first, only for browsers with a session', async () => {
    writeFileSync(
      join(directory, 'ahead.json'),
      JSON.stringify({
        entry: ['assets/index-1.js', 'assets/door-1.css'],
        console: ['assets/console-1.js'],
        home: ['assets/first-1.js'],
      }),
    );
    const telling = staticRoutes(directory);
    const linkOf = async (path: string, cookie = 'theme=%231677ff; token=abc') =>
      (await telling.request(path, { headers: { cookie } })).headers.get('link');
    const console =
      '</assets/index-1.js>; rel=modulepreload, </assets/door-1.css>; rel=preload; as=style; crossorigin, </assets/console-1.js>; rel=modulepreload';
    const home = `${console}, </assets/first-1.js>; rel=modulepreload`;
    expect([await linkOf('/'), await linkOf('/dashboard'), await linkOf('/login')]).toEqual([home, home, home]);
    expect([await linkOf('/inspectUnit/index'), await linkOf('/no/such/page')]).toEqual([console, console]);
    // Neither for visitors, nor with a page without the console, nor with a file.
    expect([
      await linkOf('/', 'theme=%231677ff'),
      await linkOf('/', 'token='),
      await linkOf('/industryNews'),
      await linkOf('/assets/app-1a2b.js'),
    ]).toEqual([null, null, null, null]);
  });

  it('a write to an address of the console’s files is refused', async () => {
    expect((await app.request('/login', { method: 'POST' })).status).toBe(404);
  });

  it('security headers are on 100 % of the answers: pages, scripts, styles, pictures, fonts, plain, compressed, in part and unchanged (IN12)', async () => {
    const files: readonly (readonly [path: string, type: string])[] = [
      ['assets/door-1a2b.css', 'text/css'],
      ['assets/pdf-1a2b.mjs', 'text/javascript'],
      ['assets/face-1a2b.woff2', 'font/woff2'],
      ['assets/face-1a2b.ttf', 'font/ttf'],
      ['assets/seal-1a2b.png', 'image/png'],
      ['assets/seal-1a2b.jpg', 'image/jpeg'],
      ['assets/seal-1a2b.svg', 'image/svg+xml'],
      ['assets/chart-1a2b.wasm', 'application/wasm'],
      ['manifest.webmanifest', 'application/manifest+json'],
      ['sw.js', 'text/javascript'],
    ];
    for (const [file] of files) writeFileSync(join(directory, file), 'content');
    const known: readonly (readonly [path: string, type: string])[] = [
      ...['', 'index.html', 'login', 'customer/inspectUnit', 'orgReportFormula'].map(
        (path) => [path, 'text/html'] as const,
      ),
      ['assets/app-1a2b.js', 'text/javascript'],
      ['favicon.svg', 'image/svg+xml'],
      ...files,
    ];
    // Assembled as in `startServer`.
    const server = await testServer({ publicUrl: 'https://lab.example.com' });
    const wrong: string[] = [];
    let answers = 0;
    const seen = new Set<number>();
    try {
      for (const offlineShell of [true, false]) {
        const whole = createApp(server.services);
        whole.route('/', staticRoutes(directory, { offlineShell }));
        for (const [path, type] of known) {
          const caching = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
          for (const [method, headers] of [
            ['GET', {}],
            ['HEAD', {}],
            ['GET', { 'accept-encoding': 'gzip, br' }],
            ['GET', { range: 'bytes=0-1' }],
            ['GET', { cookie: 'token=abc', origin: 'https://evil.example' }],
          ] as const) {
            const response = await whole.request(`/${path}`, { method, headers: { ...headers } });
            const faults = headerFaults(response.headers, caching);
            if (!response.headers.get('content-type')?.startsWith(type))
              faults.push(`content-type ${response.headers.get('content-type')}`);
            if (!response.ok || faults.length)
              wrong.push(`${method} /${path} ${JSON.stringify(headers)}: ${response.status} ${faults.join()}`);
            seen.add(response.status);
            answers += 1;
          }
        }
        for (const path of ['assets/gone-3c4d.js', 'gone.png', 'api/nothing']) {
          const response = await whole.request(`/${path}`);
          const faults = headerFaults(response.headers);
          if (response.status !== 404 || faults.length) wrong.push(`/${path}: ${response.status} ${faults.join()}`);
          answers += 1;
        }
      }
    } finally {
      await server.close();
    }
    expect(wrong).toEqual([]);
    expect(seen).toContain(200);
    measured(`${known.length} 个页面与文件，${answers} 个应答，${wrong.length} 个缺少响应头`);
  });
});
