import { screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ScopedReview } from '@/features/fieldwork/plan/ScopedReview';
import { ProjectPanel } from '@/features/projects/ProjectPanel';
import type { AnyRow } from '@contract/entity';
import { broughtPaper } from '@contract/features/projects/entities/broughtPaper';
import { broughtSample } from '@contract/features/projects/entities/broughtSample';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { earlierThan, takeOverMove, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import type { Answer } from '@contract/wire';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { projectTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { dayFromNow, fieldRowsOf } from '../support/fieldRows';
import { allOf, button, click, spaced, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { pdf, sendForm } from '../support/uploads';

// A job that was begun on paper, from its draft to its stage, as the quality manager sees it.

const api = apiServer();
let token: string;
let project: AnyRow;

beforeAll(async () => {
  const { server } = api;
  const organizationId = await server.rows.organization();
  const drafted = await fieldRowsOf(server, organizationId).project('draft');
  const role = await server.rows.role({
    permissions: [
      'project:list',
      ...[broughtPaper, broughtSample].flatMap(allOf),
      permissionOfMove(projectMachine, { key: takeOverMove('sampling') }),
    ],
  });
  await server.rows.user({ userName: 'quality', nickName: '质量负责人', organizationId, roles: [role] });
  token = await server.login('quality');
  await server.database.orm
    .update(projectTable)
    .set({ takenOverAt: 'sampling' })
    .where(eq(projectTable.id, drafted.id));
  project = (await server.ask<AnyRow>('GET', `api/project/${drafted.id}`, { token })).body;
  const scan = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
    token,
    fields: { fileClass: 'document' },
    name: '扫描件.pdf',
    content: pdf(),
  });
  for (const stage of earlierThan('sampling', false)) {
    const body = { project: drafted.id, stage, doneOn: dayFromNow(-9), people: '王平', scan: scan.body.body?.id };
    const added = await server.ask('POST', 'api/broughtPaper/add', { token, body });
    expect(added.status, added.text).toBe(200);
  }
});

it('the project panel lists the paper documents to take over with their people, and moves the project to its stage with a reason', async () => {
  await renderPage(<ProjectPanel row={project} onClose={() => undefined} Review={ScopedReview} />, { token });
  const papers = await screen.findByRole('region', { name: takeOverTexts.papers });
  expect(await within(papers).findAllByText('王平')).toHaveLength(3);
  expect(await screen.findByText(/待质量负责人办理/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: takeOverTexts.samples })).toBeNull();

  click(await screen.findByRole('button', { name: spaced(takeOverTexts.move('sampling')) }));
  const note = await screen.findByText(takeOverTexts.moveNote('sampling'), { exact: false });
  const opened = note.closest('.ant-modal') as HTMLElement;
  type(within(opened).getByRole('textbox'), '纸面转入');
  click(button(takeOverTexts.move('sampling'), opened));
  await waitFor(async () =>
    expect(
      await api.server.database.orm
        .select({ stage: projectTable.stage })
        .from(projectTable)
        .where(eq(projectTable.id, project.id)),
    ).toEqual([{ stage: 'sampling' }]),
  );
  // Its papers are closed from here on.
  await waitFor(() => expect(within(papers).queryByRole('button', { name: /新\s?增/ })).toBeNull());
});
