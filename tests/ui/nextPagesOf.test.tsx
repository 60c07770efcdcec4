import { render, renderHook, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PushFindings } from '@/features/platforms/PushFindings';
import { NextPageLinks } from '@/features/projects/nextPages/NextPageLinks';
import { nextPagesOf } from '@/features/projects/nextPages/nextPages';
import { useNextPages } from '@/features/projects/nextPages/useNextPages';
import type { ProjectRow } from '@/features/projects/useProject';
import type { PageRoute } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { placeLink } from '@contract/features/platforms/placeLinks';
import type { Finding } from '@contract/features/platforms/pushFindings';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { findRoute } from '@contract/routes';

const stages = Object.keys(projectMachine.states) as Stage[];
const labels = (stage: Stage, incoming = false) => nextPagesOf({ stage, incoming }).map(({ label }) => label);

it('the function nextPagesOf returns existing pages on which a project of each stage continues', () => {
  const ways = stages.flatMap((stage) => [false, true].flatMap((incoming) => nextPagesOf({ stage, incoming })));
  expect(ways.filter(({ path }) => findRoute(path) === undefined)).toEqual([]);
  expect(labels('survey')).toEqual(['现场调查', '现场影像']);
  expect(labels('planning')).toEqual(['采样方案', '现场影像']);
  expect(labels('testing')).toEqual(['样品流转', '原始记录', '样品分发']);
  expect(labels('issuing')).toEqual(['报告编制', '质控归档']);
  expect(ways.filter(({ label }) => label === '')).toEqual([]);
  expect(nextPagesOf({ stage: 'recordReview', incoming: true }).at(-1)?.path).toContain('Lyjc');
});

it('the function nextPagesOf returns no page for a project before the survey or after its end', () => {
  expect([labels('draft'), labels('contractReview'), labels('terminated')]).toEqual([[], [], []]);
});

const page = (path: string): PageRoute => ({
  path,
  title: path,
  component: path,
  noCache: false,
  affix: false,
  breadcrumb: true,
  hidden: false,
  query: [],
  trail: [],
});
const testing = { id: 3, stage: 'testing', incoming: false } as ProjectRow;

/** Sets the person's pages: those of the menus, and hidden pages, which everybody has. */
function withPages(paths: readonly string[], look: () => void): void {
  const before = useSession.getState();
  useSession.setState({
    routeTable: {
      pages: new Map(paths.map((path) => [path, page(path)])),
      sidebar: [],
      permissions: [],
      redirects: new Map(),
    },
  });
  try {
    look();
  } finally {
    useSession.setState(before, true);
  }
}
const hidden = ['/siteSample/sampleFlow/details/page', '/recordPageNew/pageReport'];

it('the links of a project contain neither the open page nor a page that the person may not open', () => {
  withPages([...hidden, '/siteSample/sampleFlow', '/lab/sampleDistribute'], () => {
    render(
      <MemoryRouter initialEntries={['/siteSample/sampleFlow/details/page?belongProject=3']}>
        <NextPageLinks project={testing} />
      </MemoryRouter>,
    );
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['样品分发', expect.stringMatching(/^\/lab\/sampleDistribute\?belongProject=3\b/)],
    ]);
  });
});

it('the links of a project lead to those pages of its stage that the person may open', () => {
  const ways = () => renderHook(() => useNextPages()(testing).map(({ label }) => label)).result.current;
  withPages([...hidden, '/recordPageNew', '/lab/sampleDistribute'], () =>
    expect(ways()).toEqual(['原始记录', '样品分发']),
  );
  withPages([...hidden, '/project'], () => expect(ways()).toEqual([]));
});

it('a link to missing data of a platform submission opens the form for people who may fill it, and names the owner to others', () => {
  const place = placeLink(
    'unit',
    { project: 3, projectCode: 'XM-3', unit: 11, unitName: '甲公司', organization: 1, team: [] },
    { field: 'creditCode' },
  );
  const lacking: Finding = {
    field: 'employer.creditCode',
    section: 'employer',
    label: '信用代码',
    message: '缺少信用代码',
    place,
  };
  const links = () => {
    const { unmount, container } = render(
      <MemoryRouter>
        <PushFindings title="缺少" findings={[lacking]} />
      </MemoryRouter>,
    );
    const found = [
      screen.queryAllByRole('link').length,
      container.textContent?.includes('请由有权限的人员到受检单位填写'),
    ];
    unmount();
    return found;
  };
  withPages(['/inspectUnit'], () => {
    // Links to the unit's row, where nothing can be edited.
    expect(links()).toEqual([1, true]);
    useSession.setState({ permissions: new Set(['inspectUnit:edit']) });
    expect(links()).toEqual([1, false]);
  });
  withPages([], () => expect(links()).toEqual([0, true]));
});
