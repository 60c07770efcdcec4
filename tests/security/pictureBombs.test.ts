import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportView } from '@contract/features/reports/reportContent';
import { leftOutOfReport } from '@contract/print/printedPicture';
import type { Answer, ErrorBody } from '@contract/wire';
import { surveyFileTable } from '@server/db/schema';
import { measured } from '../support/measured';
import { pdfPages } from '../support/pdfText';
import { megabyte, type PictureBomb, pictureBombs } from '../support/pictureBombs';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { drawnPng, sendForm } from '../support/uploads';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let bombs: PictureBomb[];

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  bombs = await pictureBombs();
});
afterAll(() => server.close());

/** Returns by how many MB the process grew during the work. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = () => void (most = Math.max(most, process.memoryUsage().rss));
  const timer = setInterval(look, 5);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return Math.round((most - before) / megabyte);
}

const upload = (name: string, content: Uint8Array) =>
  sendForm<Answer<{ id: string }> & ErrorBody>(server, 'api/file/upload', {
    token: bench.people.reporter.token,
    name,
    content,
    fields: { fileClass: 'document' },
  });
/** Forms of ten megabytes pass the test several times; a bomb contains half a gigabyte. */
const maxGrowth = 256;

it('picture bombs are refused in Chinese for their size in pixels, or stored byte for byte without being unpacked (IN8)', async () => {
  let slowest = 0;
  const stored: string[] = [];
  const growth = await growthDuring(async () => {
    for (const { name, content, refused } of bombs) {
      const began = performance.now();
      const { status, body, text } = await upload(name, content);
      slowest = Math.max(slowest, performance.now() - began);
      expect(status, `${name} ${text}`).toBe(refused ? 415 : 200);
      if (refused) {
        expect(body.message, name).toMatch(/^图片尺寸过大（\d+×\d+），请缩小后再上传$/);
        continue;
      }
      stored.push(name);
      const served = await server.app.request(`/api/file/${body.body?.id}`, {
        headers: { authorization: `Bearer ${bench.people.reporter.token}` },
      });
      expect(
        createHash('sha256')
          .update(Buffer.from(await served.arrayBuffer()))
          .digest('hex'),
        name,
      ).toBe(createHash('sha256').update(content).digest('hex'));
    }
  });
  expect(growth).toBeLessThan(maxGrowth);
  measured(
    `${bombs.length} 个图片炸弹：按像素拒绝 ${bombs.length - stored.length} 个，原样保存而不解码 ${stored.length} 个；内存增长 ${growth} MB，最慢 ${Math.ceil(slowest)} ms`,
    slowest <= 5_000,
  );
});

it('a report is drawn without pictures that cannot be unpacked at a known cost, and names them to its author (IN8)', async () => {
  const { project, report } = await bench.reporting();
  const own = { project: project.id, organizationId: bench.home, fileKind: 'layout' };
  const drawings = [
    ...bombs.filter(({ refused }) => !refused),
    { name: '设备布局.png', content: drawnPng(90, 50), printed: true },
  ];
  for (const [at, { name, content }] of drawings.entries()) {
    const { body } = await upload(name, content);
    await server.database.orm
      .insert(surveyFileTable)
      .values({ ...own, title: name, content: body.body?.id ?? '', rowSort: at });
  }
  const left = drawings.filter(({ printed }) => !printed).map(({ name }) => name);
  const draw = async () => {
    const response = await server.app.request(`/api/report/pdf/${report.id}`, {
      headers: { authorization: `Bearer ${bench.people.reporter.token}` },
    });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const began = performance.now();
  let pdf: Awaited<ReturnType<typeof draw>> | undefined;
  const growth = await growthDuring(async () => {
    const view = (
      await bench.ask<ReportView & { leftOut: string[] }>('reporter', 'GET', `api/report/content/${report.id}`)
    ).body;
    expect(view.leftOut).toEqual([leftOutOfReport(left)]);
    pdf = await draw();
  });
  const took = performance.now() - began;
  expect(pdf?.status).toBe(200);
  const text = (await pdfPages(pdf?.bytes ?? new Uint8Array())).map((page) => page.text).join('');
  for (const { name, printed } of drawings) expect(text.includes(name), name).toBe(printed);
  expect(
    Buffer.from(pdf?.bytes ?? [])
      .toString('latin1')
      .match(/\/Subtype \/Image/g)?.length,
  ).toBeGreaterThanOrEqual(drawings.length - left.length);
  // Fonts and libraries of the drawing thread are 60 MB of it.
  expect(growth).toBeLessThan(maxGrowth * 2);
  measured(
    `报告中 ${drawings.length} 张图：未能印制 ${left.length} 张并提示编制人，其余照印；内存增长 ${growth} MB，用时 ${Math.ceil(took)} ms`,
    took <= 10_000,
  );
});
