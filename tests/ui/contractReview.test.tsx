import { screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ContractReview } from '@/features/projects/ContractReview';
import { PageStateContext } from '@/session/tabs/pageState';
import type { AnyRow } from '@contract/entity';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { evidenceTexts } from '@contract/features/projects/reviewEvidence';
import { contractReviewTable, projectTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { fieldRowsOf } from '../support/fieldRows';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
let project: { id: number };
const unsaved = new Set<string>();
const page = {
  active: true,
  setName: () => undefined,
  setDirty: (source: string, is: boolean) => void (is ? unsaved.add(source) : unsaved.delete(source)),
};

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  project = await fieldRowsOf(api.server, organizationId).project('contractReview');
  await rows.user({
    userName: 'reviewer',
    nickName: '郑复核',
    organizationId,
    roles: [
      await rows.role({
        permissions: [
          'project:list',
          'project:passContract',
          'contractReview:list',
          'contractReview:add',
          'contractReview:edit',
        ],
      }),
    ],
  });
  token = await login('reviewer');
});

it('the contract review counts as unsaved from the first answer until it is saved', async () => {
  await renderPage(
    <PageStateContext value={page}>
      <ContractReview project={{ ...project, stage: 'contractReview' } as unknown as AnyRow} note={null} scope={null} />
    </PageStateContext>,
    { token },
  );
  const opinion = await screen.findByLabelText('评审意见');
  expect(unsaved.size).toBe(0);
  type(opinion, '检测项目均在资质认定范围内');
  expect(unsaved.size).toBe(1);
  click(button('保存评审'));
  await waitFor(async () =>
    expect(
      await api.server.database.orm
        .select({ opinion: contractReviewTable.opinion })
        .from(contractReviewTable)
        .where(eq(contractReviewTable.project, project.id)),
    ).toEqual([{ opinion: '检测项目均在资质认定范围内' }]),
  );
  await waitFor(() => expect(unsaved.size).toBe(0));
});

it('the contract review answers only questions decided by known facts, and the contract passes once a person has answered the rest', async () => {
  const { orm } = api.server.database;
  const [row] = await orm.select().from(projectTable).where(eq(projectTable.id, project.id));
  await orm.delete(contractReviewTable).where(eq(contractReviewTable.project, project.id));
  let passed = 0;
  await renderPage(
    <ContractReview
      project={{ ...row, contractNo: 'HT-2026-031', contractOn: '2026-11-20', dueOn: null } as unknown as AnyRow}
      note={null}
      scope={null}
      passMove={{ key: 'passContract', label: '通过合同评审', needsReason: false, signs: false }}
      onPassed={() => (passed += 1)}
    />,
    { token },
  );
  const pass = projectTexts.saveAndPass('通过合同评审');
  const group = (name: (typeof reviewQuestions)[number]) =>
    screen.getAllByRole('radiogroup')[reviewQuestions.indexOf(name)] as HTMLElement;
  const choose = (name: (typeof reviewQuestions)[number], answer: string) =>
    click(within(group(name)).getByRole('radio', { name: answer }));
  await screen.findByText(evidenceTexts.open(5));
  expect(within(group('subcontract')).getByRole('radio', { name: '不适用' })).toBeChecked();
  expect(within(group('price')).getByRole('radio', { name: '是' })).toBeChecked();
  screen.getByText('合同HT-2026-031已于2026-11-20签订，已按此选“是”');
  // A subcontractor that is named reopens the question.
  type(screen.getByLabelText('分包机构与项目'), '某检测公司，苯系物');
  await screen.findByText(evidenceTexts.open(6));
  type(screen.getByLabelText('分包机构与项目'), '');
  for (const name of ['requirement', 'method', 'ability', 'schedule'] as const) choose(name, '是');
  await screen.findByText(evidenceTexts.open(1));
  expect(screen.queryByRole('button', { name: pass })).toBeNull();
  choose('secrecy', '否');
  await waitFor(() => expect(screen.queryByText(evidenceTexts.open(1))).toBeNull());
  expect(screen.queryByRole('button', { name: pass })).toBeNull();
  choose('secrecy', '是');
  click(await screen.findByRole('button', { name: pass }));
  await waitFor(() => expect(passed).toBe(1));
  const [now] = await orm.select().from(projectTable).where(eq(projectTable.id, project.id));
  const [review] = await orm.select().from(contractReviewTable).where(eq(contractReviewTable.project, project.id));
  expect([now?.stage, review?.subcontract, review?.price, review?.secrecy]).toEqual(['survey', 'na', 'yes', 'yes']);
});
