import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { staticRoutes } from '@server/static';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

describe('the built pages', () => {
  it.each(['/', '/login', '/customer/inspectUnit', '/siteSample/siteSurvey/details/page?id=1'])('answer %s with index.html, to be asked for again', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(page);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('keep hashed files for a year, and hand out the compressed ones to who takes them', async () => {
    const plain = await app.request('/assets/app-1a2b.js');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-type')).toContain('text/javascript');
    expect(await plain.text()).toBe(script);
    const small = await app.request('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('vary')).toContain('Accept-Encoding');
    expect(String(brotliDecompressSync(Buffer.from(await small.arrayBuffer())))).toBe(script);
  });

  it('do not keep other files without asking', async () => {
    const response = await app.request('/favicon.svg');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/assets/gone-3c4d.js', '/gone.js', '/robots.txt', '/api/nothing', '/auth/nothing', '/websocket/1', '/assets/../../package.json', '/..%2f..%2fpackage.json'])('never answer %s with a page', async (path) => {
    const response = await app.request(`http://localhost${path}`);
    expect(await response.text()).not.toContain(path.includes('package') ? '"name"' : '<title>');
    if (!path.includes('package')) expect(response.status).toBe(404);
  });

  it('bring the service worker anew each time, or where it is switched off one that takes itself away', async () => {
    writeFileSync(join(directory, 'sw.js'), 'caches.open("console-1")');
    const own = await app.request('/sw.js');
    expect([own.headers.get('cache-control'), await own.text()]).toEqual(['no-cache', 'caches.open("console-1")']);
    const off = await staticRoutes(directory, { offlineShell: false }).request('/sw.js');
    expect([off.headers.get('cache-control'), off.headers.get('content-type')]).toEqual(['no-cache', 'text/javascript; charset=utf-8']);
    expect(await off.text()).toContain('registration.unregister()');
  });

  it('name ahead what the console asks for first, to browsers with a session alone', async () => {
    writeFileSync(join(directory, 'ahead.json'), JSON.stringify({ entry: ['assets/index-1.js', 'assets/door-1.css'], console: ['assets/console-1.js'], home: ['assets/first-1.js'] }));
    const telling = staticRoutes(directory);
    const linkOf = async (path: string, cookie = 'theme=%231677ff; token=abc') => (await telling.request(path, { headers: { cookie } })).headers.get('link');
    const console = '</assets/index-1.js>; rel=modulepreload, </assets/door-1.css>; rel=preload; as=style; crossorigin, </assets/console-1.js>; rel=modulepreload';
    const home = `${console}, </assets/first-1.js>; rel=modulepreload`;
    expect([await linkOf('/'), await linkOf('/dashboard'), await linkOf('/login')]).toEqual([home, home, home]);
    expect([await linkOf('/inspectUnit/index'), await linkOf('/no/such/page')]).toEqual([console, console]);
    // Neither to visitors, nor with a page that does without the console, nor with a file.
    expect([await linkOf('/', 'theme=%231677ff'), await linkOf('/', 'token='), await linkOf('/industryNews'), await linkOf('/assets/app-1a2b.js')]).toEqual([null, null, null, null]);
  });

  it('refuse to be written to', async () => {
    expect((await app.request('/login', { method: 'POST' })).status).toBe(404);
  });
});
