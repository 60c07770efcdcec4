import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { NoticeDetail } from '@/features/notices/mine/NoticeDetail';
import PlansPage from '@/pages/siteSample/samplePlan/page';
import type { NoticeSend } from '@contract/wire';
import { workflowStepTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { renderPage } from '../support/renderPage';

// Returned work in its list, and the notice about it.

const api = apiServer();
let token: string;
let organizationId: number;
let project: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  organizationId = await rows.organization();
  const permissions = ['project:list', 'samplePlan:list', 'samplePlan:edit', 'sampleSiteHazard:edit'];
  await rows.user({ userName: 'planner', organizationId, roles: [await rows.role({ permissions })] });
  token = await login('planner');
  const belongInspect = await rows.inspectUnit({ organizationId });
  project = await rows.project({ organizationId, belongInspect, code: 'P-PLANNED', stage: 'planning' });
});

const widthOf = async (title: string): Promise<number> => {
  await screen.findByText('P-PLANNED');
  const head = screen.getAllByRole('columnheader').find(({ textContent }) => textContent?.startsWith(title));
  return Number.parseInt(head?.style.width ?? '', 10);
};

it('the column of a list with a returned row is wide enough for the state and its mark', async () => {
  const view = await renderPage(<PlansPage />, { token });
  const before = await widthOf('阶段');
  view.unmount();
  const step = { organizationId, machine: 'project', rowId: project };
  const forth = { ...step, move: 'submitPlan', fromState: 'planning', toState: 'planReview' };
  await api.server.database.orm.insert(workflowStepTable).values([
    { ...forth, personId: 8, personName: '许明' },
    {
      ...forth,
      move: 'returnPlan',
      fromState: 'planReview',
      toState: 'planning',
      personId: 9,
      personName: '孟庆岚',
      reason: '缺少调漆工',
    },
  ]);
  await renderPage(<PlansPage />, { token });
  expect(await screen.findByText('被退回')).toHaveAttribute('title', expect.stringContaining('缺少调漆工'));
  // Three characters and a space beside the state.
  expect((await widthOf('阶段')) - before).toBeGreaterThanOrEqual(3 * 12);
});

it('a notice whose content repeats its abstract shows the text once', () => {
  const notice = { id: 1, titile: '采样方案被退回', msgAbstract: '原因：缺少调漆工 <A>' } as unknown as NoticeSend;
  const { rerender } = render(<NoticeDetail notice={{ ...notice, msgContent: '<p>原因：缺少调漆工 &lt;A&gt;</p>' }} />);
  expect(screen.getAllByText(/缺少调漆工/)).toHaveLength(1);
  rerender(<NoticeDetail notice={{ ...notice, msgContent: '<p>请看附件</p>' }} />);
  expect(screen.getByText(/缺少调漆工/)).toBeInTheDocument();
  expect(screen.getByText('请看附件')).toBeInTheDocument();
});
