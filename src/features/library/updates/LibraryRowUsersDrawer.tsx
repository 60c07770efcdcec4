import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { PageDrawer } from '@/session/overlays';
import { fixedDictionaries } from '@contract/dictionaries';
import { libraryUpdateRow } from '@contract/features/library/entities/libraryUpdate';
import type { LibraryUsers } from '@contract/features/library/libraryFile';

const stageLabels = new Map<string, string>(fixedDictionaries.projectStage.map(({ value, label }) => [value, label]));

function ProjectsAndTemplates({ projects, templates }: LibraryUsers) {
  if (!projects.length && !templates.length) return <p>没有未归档的项目或模板使用</p>;
  return (
    <>
      {projects.length > 0 && (
        <section aria-label="未归档项目">
          <h3>未归档项目（{projects.length}）</h3>
          <ul>
            {projects.map(({ id, code, stage }) => (
              <li key={id}>
                <Link to={`/project?ids=${id}`}>{code ?? `编号${id}`}</Link>（{stageLabels.get(stage) ?? stage}）
              </li>
            ))}
          </ul>
        </section>
      )}
      {templates.length > 0 && (
        <section aria-label="模板">
          <h3>模板（{templates.length}）</h3>
          <ul>
            {templates.map(({ id, title, kind, entity }) => (
              <li key={`${entity}/${id}`}>
                <Link to={`/system/dataModule/${entity}/page/details?id=${id}`}>{title}</Link>（{kind}）
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Lists the open projects and the templates that use the row of the library that an update changes or ends. */
export function LibraryRowUsersDrawer({ row, onClose }: { readonly row: number | null; readonly onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['list', libraryUpdateRow.path, 'users', row],
    queryFn: async ({ signal }) =>
      (await client.get<LibraryUsers>(`${libraryUpdateRow.path}/users/${String(row)}`, { signal, quiet: true })).data,
    enabled: row !== null,
    retry: false,
  });
  return (
    <PageDrawer open={row !== null} title="使用情况" onClose={onClose}>
      {error ? (
        <Alert type="error" showIcon title={failureOf(error).pageText} />
      ) : data ? (
        <ProjectsAndTemplates {...data} />
      ) : (
        <Skeleton />
      )}
    </PageDrawer>
  );
}
