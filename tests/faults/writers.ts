import { deepStrictEqual } from 'node:assert';
import type { AnyRow } from '@contract/entity';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer, Page } from '@contract/wire';
import type { Timeline } from '@contract/workflow/workflowWire';
import { testPassword } from '../support/rows';

/** The server ended before it answered. */
export class CutOff extends Error {}

/** The server answered that it has no database: the request may or may not be done. */
export class Away extends Error {}

/**
 * Calls the current product as one person; anything but 200 fails the test.
 * @throws CutOff, Away
 */
export type Ask = <B>(method: string, path: string, body?: unknown) => Promise<B>;

/** A writer that runs while a server is available, with the conditions on its writes to check afterwards. */
export interface Writer {
  readonly name: string;
  /** Performs one write; resolves when it is acknowledged. */
  write(): Promise<void>;
  /** @throws AssertionError where something acknowledged is lost, or something is written partially */
  check(): Promise<void>;
}

/** Highest number of ids in the address of one call. */
const idsPerCall = 100;

/** Returns the rows of an entity with these ids. */
async function rowsWith(ask: Ask, path: string, ids: readonly unknown[]): Promise<AnyRow[]> {
  const rows: AnyRow[] = [];
  for (let from = 0; from < ids.length; from += idsPerCall) {
    const part = ids.slice(from, from + idsPerCall);
    rows.push(
      ...(await ask<Page<AnyRow>>('GET', `${path}?size=5000&${part.map((id) => `ids=${String(id)}`).join('&')}`))
        .content,
    );
  }
  return rows;
}

/** Adds rows: each acknowledged one exists, the interrupted last one may exist, and nothing else does. */
export function adder(ask: Ask, prefix: string): Writer {
  let serial = 0;
  let known = 0;
  let acked: number[] = [];
  const nameOf = (number: number): string => `${prefix}${String(number).padStart(5, '0')}`;
  return {
    name: '新增',
    async write() {
      serial += 1;
      const { body } = await ask<Answer<AnyRow>>('POST', 'api/customer/add', {
        customerName: nameOf(serial),
        contact: '周敏',
      });
      acked.push(body?.id as number);
    },
    async check() {
      const there = (await rowsWith(ask, 'api/customer', acked)).length;
      deepStrictEqual(there, acked.length, 'acknowledged rows');
      const { totalElements } = await ask<Page<AnyRow>>(
        'GET',
        `api/customer?size=1&customerName=${encodeURIComponent(prefix)}`,
      );
      known += acked.length;
      const more = totalElements - known;
      if (more !== 0 && more !== 1) throw new Error(`${more} rows that nobody was told of`);
      known = totalElements;
      acked = [];
    },
  };
}

/**
 * Adds projects, which are numbered without a gap: each acknowledged number stays with its project, and none occurs
 * twice.
 */
export function numberer(ask: Ask, prefix: string, unit: number): Writer {
  let serial = 0;
  let known = 0;
  let acked: AnyRow[] = [];
  return {
    name: '编号',
    async write() {
      serial += 1;
      const { body } = await ask<Answer<AnyRow>>('POST', 'api/project/add', {
        projectName: `${prefix}${serial}`,
        belongInspect: unit,
        type: 'DQ',
        plannedOn: '2031-03-02',
      });
      acked.push(body as AnyRow);
    },
    async check() {
      const content = await rowsWith(
        ask,
        'api/project',
        acked.map(({ id }) => id),
      );
      const told = (rows: readonly AnyRow[]): string[] => rows.map(({ id, code }) => `${id} ${String(code)}`).sort();
      deepStrictEqual(told(content), told(acked), 'acknowledged numbers');
      const { totalElements } = await ask<Page<AnyRow>>(
        'GET',
        `api/project?size=1&projectName=${encodeURIComponent(prefix)}`,
      );
      known += acked.length;
      const more = totalElements - known;
      if (more !== 0 && more !== 1) throw new Error(`${more} projects that nobody was told of`);
      known = totalElements;
      acked = [];
    },
  };
}

/**
 * Requires that the projects of the year are numbered 1, 2, 3 … without a gap, each once.
 * @returns how many
 */
export async function checkNumbers(ask: Ask): Promise<number> {
  const codes: string[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await ask<Page<AnyRow>>('GET', `api/project?size=5000&page=${page}&code=2031DQ`);
    codes.push(...content.map(({ code }) => String(code)));
    if (codes.length >= totalElements) break;
  }
  const numberOf = (code: string): number => Number(code.slice('2031DQ'.length));
  // Beyond 9,999 a number has five digits, so texts would not be in the order of numbers.
  deepStrictEqual(
    codes.sort((code, other) => numberOf(code) - numberOf(other)),
    codes.map((_, index) => `2031DQ${String(index + 1).padStart(4, '0')}`),
  );
  return codes.length;
}

/**
 * Changes one row repeatedly: it is as acknowledged last, or as the interrupted change. Each change has its audit line.
 */
export function editor(ask: Ask, id: number): Writer {
  let acked = 0;
  let tried = 0;
  return {
    name: '修改',
    async write() {
      const row = await ask<AnyRow>('GET', `api/customer/${id}`);
      tried = acked + 1;
      await ask('PUT', 'api/customer/edit', { ...row, remark: String(tried) });
      acked = tried;
    },
    async check() {
      const row = await ask<AnyRow>('GET', `api/customer/${id}`);
      const now = Number(row.remark ?? 0);
      if (now !== acked && now !== tried) throw new Error(`${now} is neither ${acked} nor ${tried}`);
      deepStrictEqual(row.version, now + 1);
      const { totalElements } = await ask<Page<AnyRow>>(
        'GET',
        `api/auditLog?size=1&entity=customer&entityId=${id}&action=edit`,
      );
      deepStrictEqual(totalElements, now, 'lines of the trail');
      acked = now;
    },
  };
}

/** Deletes and restores twenty rows at once: all or none. */
export function remover(ask: Ask, ids: readonly number[]): Writer {
  let gone = false;
  let wanted = false;
  return {
    name: '批量删除与恢复',
    async write() {
      wanted = !gone;
      await (gone ? ask('PUT', 'api/customer/restore', ids) : ask('DELETE', 'api/customer/delete', ids));
      gone = wanted;
    },
    async check() {
      const { totalElements } = await ask<Page<AnyRow>>(
        'GET',
        `api/customer?size=100&${ids.map((id) => `ids=${id}`).join('&')}`,
      );
      if (![gone, wanted].map((out) => (out ? 0 : ids.length)).includes(totalElements))
        throw new Error(`${totalElements} of ${ids.length} rows are there`);
      gone = totalElements === 0;
    },
  };
}

/** Uploads files: each acknowledged file is returned as it was sent. */
export function uploader(
  send: (name: string, content: string) => Promise<string>,
  fetchFile: (id: string) => Promise<string>,
): Writer {
  let serial = 0;
  let acked: { id: string; content: string }[] = [];
  return {
    name: '上传',
    async write() {
      serial += 1;
      const content = `编号,数值\n${`${serial},0.05\n`.repeat(20_000)}`;
      acked.push({ id: await send(`谱图${serial}.csv`, content), content });
    },
    async check() {
      for (const { id, content } of acked) deepStrictEqual((await fetchFile(id)) === content, true, `upload ${id}`);
      acked = [];
    },
  };
}

/**
 * Signs several records together, and returns them together: all are in one state, and each last signature is valid.
 */
export function approver(as: Readonly<Record<'analyst' | 'reviewer', Ask>>, ids: readonly number[]): Writer {
  let state = 'drafting';
  let wanted = state;
  return {
    name: '批量签名',
    async write() {
      wanted = state === 'drafting' ? 'awaitingReview' : 'drafting';
      const rows = [];
      for (const id of ids) {
        const { sheet, asSeen } = await as.analyst<LabWork>('GET', `api/labSheet/work/${id}`);
        rows.push({ id, version: sheet.version, asSeen });
      }
      if (state === 'drafting')
        await as.analyst('PUT', 'api/labSheet/moveMany', { rows, move: 'submit', password: testPassword });
      else
        await as.reviewer('PUT', 'api/labSheet/moveMany', {
          rows,
          move: 'return',
          password: testPassword,
          reason: '再核对一次',
        });
      state = wanted;
    },
    async check() {
      const states = new Set<string>();
      for (const id of ids) {
        states.add(String((await as.analyst<LabWork>('GET', `api/labSheet/work/${id}`)).sheet.state));
        const { steps } = await as.analyst<Timeline>('GET', `api/labSheet/timeline/${id}`);
        const last = steps.at(-1);
        if (last?.signed) deepStrictEqual(last.signature?.state, 'valid');
      }
      const [now = '', ...others] = states;
      deepStrictEqual(others, [], 'records in several states');
      if (now !== state && now !== wanted) throw new Error(`${now} is neither ${state} nor ${wanted}`);
      state = now;
    },
  };
}
