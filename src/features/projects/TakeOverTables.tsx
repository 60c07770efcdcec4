import { Alert } from 'antd';
import { useMemo } from 'react';
import { definePage, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { broughtPaper } from '@contract/features/projects/entities/broughtPaper';
import { broughtSample } from '@contract/features/projects/entities/broughtSample';
import { bringsResults, bringsSamples, earlierThan, takeOverTexts } from '@contract/features/projects/projectTakeOver';

const papersPage = definePage({
  entity: broughtPaper,
  url: broughtPaper.path,
  columns: ['stage', 'paperNo', 'doneOn', 'people', 'scan'],
  form: ['stage', 'paperNo', 'doneOn', 'people', 'scan', 'remark'],
  sort: 'doneOn,asc',
});
const samplesPage = definePage({
  entity: broughtSample,
  url: broughtSample.path,
  columns: ['sampleNo', 'sampledOn', 'hazard', 'place', 'method', 'standardVolume', 'result', 'unit'],
  form: [
    {
      title: '样品',
      fields: ['sampleNo', 'sampleKind', 'sampledOn', 'hazard', 'method', 'workshop', 'place', 'siteNo', 'person'],
    },
    {
      title: '采样',
      fields: ['mode', 'period', 'minutes', 'standardVolume', 'representedHours', 'hoursPerDay'],
    },
    { title: '结果', fields: ['result', 'unit', 'testedOn', 'remark'] },
  ],
  sort: 'rowSort,asc',
});

/**
 * 接续办理: papers and samples of a project that was begun before this system was used, editable until it is taken over.
 */
export function TakeOverTables({ project }: { readonly project: AnyRow }) {
  const { id, takenOverAt } = project;
  const isEditable = project.stage === 'draft';
  const [paperPage, samplePage] = useMemo<[ListPage, ListPage]>(() => {
    const withAbilities = (page: ListPage, extraPermissions: ListPage['abilities'] = []): ListPage => ({
      ...page,
      fixedQuery: { project: id },
      abilities: isEditable ? ['add', 'edit', 'del', ...extraPermissions] : [],
    });
    return [withAbilities(papersPage), withAbilities(samplesPage, ['copy', 'import'])];
  }, [id, isEditable]);
  const earlierWork = earlierThan(takenOverAt, Boolean(project.incoming));
  return (
    <>
      {isEditable && (
        <Alert type="info" showIcon title={takeOverTexts.explain(earlierWork)} style={{ marginBottom: 8 }} />
      )}
      <ListEditor page={paperPage} embedded />
      {bringsSamples(takenOverAt) && (
        <>
          <p>{bringsResults(takenOverAt) ? takeOverTexts.explainResults : takeOverTexts.explainSamples}</p>
          <ListEditor page={samplePage} embedded />
        </>
      )}
    </>
  );
}
