import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';
import { announcementTable, organizationTable } from '@server/db/schema';
import { suggestPublicUrl } from '@server/features/system/organizations/suggestPublicUrl';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization({ publicUrl: null });
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId: home });
});
afterAll(() => server.close());

const told = async () =>
  (
    await server.database.orm
      .select({ text: announcementTable.msgContent })
      .from(announcementTable)
      .where(eq(announcementTable.titile, publicUrlTexts.suggestedTitle))
  ).map(({ text }) => text);

describe('public address for QR codes (SEC-14)', () => {
  it('a public address for QR codes is proposed at each start on the terminal, and to administrators once', async () => {
    expect(await suggestPublicUrl(server.services, 'http://lab.example.org:8080')).toBe(
      publicUrlTexts.suggested('http://lab.example.org:8080'),
    );
    const own = await suggestPublicUrl(server.services, 'http://127.0.0.1:8080');
    expect(own).toMatch(/PUBLIC_URL=http:\/\/[\w.-]+:8080/);
    expect(own).not.toMatch(/127\.0\.0\.1|localhost|0\.0\.0\.0/);
    expect(await suggestPublicUrl(server.services, 'http://0.0.0.0:8080')).not.toContain('0.0.0.0');
    expect(await told()).toEqual([expect.stringContaining('PUBLIC_URL=http://lab.example.org:8080')]);
  });

  it('no public address for QR codes is proposed if one is configured, or in a demonstration', async () => {
    const { env } = server.services;
    expect(
      await suggestPublicUrl(
        { ...server.services, env: { ...env, publicUrl: 'https://lab.example.com' } },
        'http://127.0.0.1:8080',
      ),
    ).toBeNull();
    expect(
      await suggestPublicUrl({ ...server.services, env: { ...env, demo: true } }, 'http://127.0.0.1:8080'),
    ).toBeNull();
    await server.database.orm
      .update(organizationTable)
      .set({ publicUrl: 'https://lab.example.com' })
      .where(eq(organizationTable.id, home));
    expect(await suggestPublicUrl(server.services, 'http://127.0.0.1:8080')).toBeNull();
  });
});
