import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ReturnNotice } from '@/features/projects/moves/ReturnNotice';
import { nextPagesOf } from '@/features/projects/nextPages/nextPages';
import { NextStep } from '@/features/projects/nextPages/NextStep';
import { todoAddress } from '@/features/projects/nextPages/todoAddress';
import { SubmitRecords } from '@/features/reports/approval/SubmitRecords';
import type { PageRoute } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { emptyTabs, visitPage } from '@/session/tabs/tabState';
import type { DashboardProject, OwnSteps, Todo } from '@contract/features/home/dashboardWire';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { findRoute, pageFolderOf, type Route, staticRoutes } from '@contract/routes';
import { type Machine, permissionOfMove } from '@contract/workflow/stateMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { root } from '@server/base/root';

// One test a kind: every to-do leads to its button, every returned item says why, every tab of one page has a title of
// its own.

const routes: readonly Route[] = staticRoutes;

const page = (path: string, query: readonly string[] = []): PageRoute => ({
  path,
  title: findRoute(path)?.title ?? path,
  component: path,
  noCache: false,
  affix: false,
  breadcrumb: true,
  hidden: false,
  query: [...query],
  trail: [],
});

const projectIn = (stage: Stage, incoming: boolean) =>
  ({ id: 3, code: '2026DQ0003', stage, incoming, unitName: '甲厂' }) as unknown as DashboardProject;

/** antd puts a blank between two characters. */
const captionOf = (label: string): RegExp => new RegExp(`^${[...label].join('\\s*')}$`);

it('the next to-do of a project is the only primary button on other pages and leads to its page, which has a button of its own', () => {
  const before = useSession.getState();
  const everyPage = new Map(routes.map(({ path }) => [path, page(path)]));
  useSession.setState({
    routeTable: { pages: everyPage, sidebar: [], permissions: [], redirects: new Map() },
  });
  try {
    const stages = Object.keys(projectMachine.states) as Stage[];
    const kinds = stages.flatMap((stage) =>
      [false, true].flatMap((incoming): Todo[] => {
        const project = projectIn(stage, incoming);
        const ways = nextPagesOf(project);
        return [
          ...(ways.length ? [{ project, label: `办理${stage}` }] : []),
          { project, label: '提交记录审批', at: 'records' },
          { project, label: '归档', at: 'archive' },
          { project, label: '公示报告', at: 'publish' },
        ];
      }),
    );
    expect(kinds.length).toBeGreaterThan(60);
    for (const todo of kinds) {
      const address = todoAddress(todo, nextPagesOf(todo.project));
      const path = address.split('?')[0] ?? '';
      expect([todo.label, findRoute(path)?.path]).toEqual([todo.label, path]);
      const shownAt = (at: string): HTMLElement[] => {
        render(
          <MemoryRouter initialEntries={[at]}>
            <NextStep steps={{ todos: [todo], approvals: [] }} isPrimary />
          </MemoryRouter>,
        );
        const found = screen.queryAllByRole('button', { name: captionOf(todo.label) });
        cleanup();
        return found;
      };
      const elsewhere = shownAt('/user/center');
      expect([todo.label, elsewhere.length, elsewhere[0]?.className]).toEqual([
        todo.label,
        1,
        expect.stringContaining('primary'),
      ]);
      expect([todo.label, shownAt(address).length]).toEqual([todo.label, 0]);
    }
  } finally {
    useSession.setState(before, true);
  }
});

it('a to-do of a stage without a page of its own opens the project’s panel', () => {
  const stages = (Object.keys(projectMachine.states) as Stage[]).filter(
    (stage) => nextPagesOf(projectIn(stage, false)).length === 0,
  );
  expect(stages).toEqual(expect.arrayContaining(['draft', 'contractReview']));
  for (const stage of stages)
    expect(todoAddress({ project: projectIn(stage, false) }, [])).toBe(`/project/index?code=2026DQ0003&handle=3`);
});

it('the records of a project are submitted by the primary button once all are signed; while samples wait there is no such button', () => {
  const before = useSession.getState();
  const permissions = [permissionOfMove(approvalMachine, { key: 'submit' })];
  useSession.setState({ permissions: new Set(permissions) });
  const project = projectIn('testing', false);
  const shown = (steps: OwnSteps | undefined) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SubmitRecords project={project as never} steps={steps} onSubmitted={() => undefined} />
      </QueryClientProvider>,
    );
    const { className, disabled, title } = screen.getByRole<HTMLButtonElement>('button', { name: '提交记录审批' });
    cleanup();
    return [className.includes('primary'), disabled, title];
  };
  try {
    const due: Todo = { project, label: '提交记录审批', at: 'records' };
    expect(shown({ todos: [due], approvals: [] })).toEqual([true, false, '']);
    expect(shown({ todos: [{ project, label: '检测样品（60项）' }], approvals: [] })).toEqual([
      false,
      true,
      reportTexts.recordsLeft,
    ]);
    expect(shown(undefined).slice(0, 2)).toEqual([false, false]);
  } finally {
    useSession.setState(before, true);
  }
});

const machineFiles = readdirSync(join(root, 'contract/features'), { encoding: 'utf8', recursive: true }).filter(
  (name) => /Machine\.ts$/.test(name),
);

it('a returned item of every kind shows who returned it, when and why', async () => {
  let tried = 0;
  for (const file of machineFiles) {
    const exported = (await import(join(root, 'contract/features', file))) as Record<string, unknown>;
    const machines = Object.values(exported).filter(
      (value): value is Machine => typeof value === 'object' && value !== null && 'moves' in value && 'states' in value,
    );
    for (const { moves } of machines)
      for (const { label, from, to, needsReason } of moves)
        for (const state of needsReason ? (from as readonly string[]) : []) {
          if (state === to) continue;
          const step = { personName: '孟庆岚', at: '2026-11-20 10:30:00', label, onBehalfName: null };
          const steps = [
            { ...step, from: to, to: state, reason: null },
            { ...step, from: state, to, reason: `${label}的原因` },
          ];
          render(<ReturnNotice timeline={{ state: to, steps, moves: [] } as unknown as Timeline} />);
          expect(screen.getByRole('alert').textContent).toContain(
            `被退回：孟庆岚于2026-11-20 10:30${label}：${label}的原因`,
          );
          cleanup();
          tried += 1;
        }
  }
  expect(tried).toBeGreaterThan(10);
});

/** Files that a page's file imports from `src`, itself included. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, given = ''] of readFileSync(file, 'utf8').matchAll(/from '((?:@|\.{1,2})\/[^']+)'/g)) {
    const base = given.startsWith('@/') ? join(root, 'src', given.slice(2)) : resolve(dirname(file), given);
    const found = [`${base}.tsx`, `${base}.ts`, join(base, 'index.tsx'), join(base, 'index.ts')].find((one) => {
      try {
        return readFileSync(one) !== undefined;
      } catch {
        return false;
      }
    });
    if (found?.includes('/src/features/') || found?.includes('/src/pages/')) reached(found, seen);
  }
  return seen;
}

const detailPages = routes.filter(({ query, public: open, shell }) => query?.length && !open && shell !== 'light');

it('two tabs of one page have different titles, set by the address or by the page', () => {
  expect(detailPages.length).toBeGreaterThan(40);
  for (const { path, query = [] } of detailPages) {
    const place = (id: number) => ({
      pathname: path,
      search: `?${query.map((name) => `${name}=${id}`).join('&')}&code=2026DQ000${id}`,
      hash: '',
      state: null,
      key: String(id),
    });
    const { tabs } = visitPage(visitPage(emptyTabs, page(path, query), place(1)), page(path, query), place(2));
    expect([path, tabs.map(({ subtitle }) => subtitle)]).toEqual([path, ['2026DQ0001', '2026DQ0002']]);
  }
});

it('every page that can be open twice and has no number in its address calls usePageName for its tab', () => {
  const unnamed = detailPages.flatMap((route) => {
    const folder = pageFolderOf(route);
    if (folder === undefined) return [];
    const files = [...reached(join(root, 'src/pages', folder, 'page.tsx'))];
    return files.some((file) => /usePageName\(/.test(readFileSync(file, 'utf8'))) ? [] : [route.path];
  });
  expect(unnamed).toEqual([]);
});
