import { screen, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ContractReview } from '@/features/projects/ContractReview';
import { PageStateContext } from '@/session/tabs/pageState';
import type { AnyRow } from '@contract/entity';
import { contractReviewTable } from '@server/db/schema';
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
        permissions: ['project:list', 'contractReview:list', 'contractReview:add', 'contractReview:edit'],
      }),
    ],
  });
  token = await login('reviewer');
});

it('contract review counts as unsaved from the first answer until it is saved', async () => {
  await renderPage(
    <PageStateContext value={page}>
      <ContractReview project={{ ...project, stage: 'contractReview' } as unknown as AnyRow} />
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
