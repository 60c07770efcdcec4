import { and, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '@contract/subjects';
import { registry } from '@server/app/resources';
import { listQuery } from '@server/crud/listQuery';
import { scopeOf } from '@server/crud/rowScope';
import type { Database } from '@server/db/openDatabase';
import type { Viewer } from '@server/http/viewer';
import { testDatabase } from '../support/database';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const colleague = {
  user: { id: 7, isAdmin: false },
  organizationId: 1,
  homeOrganizationId: 1,
  dataScope: 'organization',
  unitIds: null,
  outside: false,
  permissions: new Set<string>(),
} as unknown as Viewer;
const administrator = { ...colleague, user: { id: 1, isAdmin: true }, organizationId: null } as unknown as Viewer;

/**
 * Returns the plan of the first page without sequential scans and sorts, which the planner would prefer on an empty
 * table.
 */
async function planOf(name: string, viewer: Viewer): Promise<readonly Node[]> {
  const resource = registry.named(name);
  const { where, orderBy, limit } = listQuery(resource, {}, 'Asia/Shanghai');
  return database.orm.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_sort = off`);
    const page = tx
      .select({ id: resource.columns.id })
      .from(resource.table)
      .where(and(scopeOf(resource, viewer), where))
      .orderBy(...orderBy)
      .limit(limit);
    const { rows } = (await tx.execute(sql`explain (format json) ${page}`)) as unknown as {
      rows: { 'QUERY PLAN': { Plan: Node }[] }[];
    };
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return plan ? nodesOf(plan) : [];
  });
}

/** Returns the plan nodes that use no index. */
const unprepared = (nodes: readonly Node[]): string[] =>
  nodes
    .filter((node) => ['Seq Scan', 'Sort'].includes(node['Node Type']))
    .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim());

describe('default list (PERF1)', () => {
  it.each(entities.map(({ name }) => name))(
    'the default list of %s has an index for its rows and their order: 0 sequential scans, 0 sorts',
    async (name) => {
      const { entity } = registry.named(name);
      const administrators = await planOf(name, administrator);
      expect(administrators.length).toBeGreaterThan(1);
      expect(unprepared(administrators)).toEqual([]);
      const colleagues = await planOf(name, colleague);
      // A colleague sees only one organization.
      if (name !== 'organization') expect(unprepared(colleagues)).toEqual([]);
      // Rows of other organizations are not read and discarded.
      if (entity.scope === 'organization')
        expect(colleagues.some((node) => node['Index Cond']?.includes('organization_id'))).toBe(true);
    },
  );
});
