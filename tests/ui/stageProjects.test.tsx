import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import LaboratoryPage from '@/pages/lab/laboratory/page';
import SurveysPage from '@/pages/siteSample/siteSurvey/page';
import { apiServer } from '../support/apiServer';
import { renderPage } from '../support/renderPage';

// The list of a stage, for those who do its work and for those who only look in.

const api = apiServer();
let worker: string;
let reader: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  const read = ['project:list', 'siteSurvey:list', 'myNews:list', 'auditLog:export'];
  const person = async (userName: string, permissions: string[]): Promise<string> => {
    await rows.user({ userName, organizationId, roles: [await rows.role({ permissions })] });
    return login(userName);
  };
  worker = await person('worker', [...read, 'siteSurvey:edit']);
  reader = await person('reader', read);
  const belongInspect = await rows.inspectUnit({ organizationId });
  await rows.project({ organizationId, belongInspect, code: 'P-TESTED', stage: 'testing' });
});

it('the list of projects in a stage opens on the waiting projects, and says if there are none', async () => {
  await renderPage(<SurveysPage />, { token: worker });
  expect(await screen.findByText('没有待办理的项目')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: '待办理' })).toBeChecked();
});

it('the list of projects in a stage opens on all projects for people who may only read', async () => {
  await renderPage(<SurveysPage />, { token: reader });
  expect(await screen.findByText('P-TESTED')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: '全部' })).toBeChecked();
});

it('the list of projects in a stage tells people who may only read who does its work, and nobody else', async () => {
  const { unmount } = await renderPage(<SurveysPage />, { token: reader });
  fireEvent.click(await screen.findByText('您在此页只能查看，谁可以填写现场调查？'));
  expect(await screen.findByText(/^填写现场调查：平台管理员/)).toBeInTheDocument();
  unmount();
  await renderPage(<SurveysPage />, { token: worker });
  await screen.findByText('没有待办理的项目');
  expect(screen.queryByText(/谁可以/)).toBeNull();
});

it('the laboratory tells people who may only read who makes its records', async () => {
  await renderPage(<LaboratoryPage />, { token: reader });
  expect(await screen.findByText('您在此页只能查看，谁可以编制检测记录？')).toBeInTheDocument();
});
