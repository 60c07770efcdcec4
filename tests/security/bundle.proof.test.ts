import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { buildProduct } from '../browser/support/productServer';
import { measured } from '../support/measured';

const web = join(root, 'dist/web');
let files: { name: string; text: string }[] = [];

beforeAll(async () => {
  await buildProduct('web');
  files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|webmanifest|map)$/.test(entry.name))
    .map((entry) => ({
      name: join(entry.parentPath, entry.name).slice(web.length + 1),
      text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    }));
});

/** Patterns of keys, passwords and paths, and names that only the server may know. */
const secret =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{36}|\bxox[abp]-\w{10}|\beyJ[\w-]{20,}\.eyJ|postgres(ql)?:\/\/\w|\/(home|root|tmp|Users)\/\w+\/|DATABASE_URL|ADMIN_PASSWORD|DEMO_PASSWORD|SECRET_KEY|password_hash|passwordHash/;

describe('browser bundle (IN17)', () => {
  it('the browser bundle contains 0 secrets, in any file', () => {
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap(({ name, text }) => (secret.test(text) ? [`${name}: ${secret.exec(text)?.[0]}`] : []));
    expect(found).toEqual([]);
    measured(`前端 ${files.length} 个文件，${found.length} 个秘密`);
  });

  it('the browser bundle has no source map, and refers to none', () => {
    const maps = files
      .filter(({ name, text }) => name.endsWith('.map') || /sourceMappingURL=(?!data:)/.test(text))
      .map(({ name }) => name);
    expect(maps).toEqual([]);
    measured(`source map ${maps.length} 个`);
  });

  it('the browser bundle obscures with a key that its source declares to be no secret', () => {
    expect(readFileSync(join(root, 'src/lib/browser/obscureCookie.ts'), 'utf8')).toContain(
      'This is obfuscation, not secrecy',
    );
  });
});
