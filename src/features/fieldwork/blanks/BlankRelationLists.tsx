import { useMemo } from 'react';
import type { RelationPayload } from '@/api/crudClient';
import { cancelRelation, ListEditor, type ListPage, relateAction } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { sample } from '@contract/features/fieldwork/entities/sample';
import styles from './blanks.module.css';

const isBlank = ({ sampleKind }: AnyRow): boolean => sampleKind === 'blank';

/** Builds the payload of SPEC §7. Among the selected rows, the blanks are assigned to the other rows. */
function payloadOf(projectId: number, rows: readonly AnyRow[]): RelationPayload {
  const samples = rows.filter((row) => !isBlank(row));
  return {
    projectId: projectId,
    ids: samples.map(({ id }) => id),
    blkSampleIds: rows.filter(isBlank).map(({ id }) => id),
    hazardNames: [...new Set(samples.map(({ hazardName }) => String(hazardName ?? '')))].filter(Boolean),
  };
}

const pagesOf = (projectId: number): { readonly samples: ListPage; readonly relations: ListPage } => ({
  samples: {
    entity: sample,
    title: '样品与空白',
    columns: ['sampleNo', 'sampleKind', 'state', 'hazardName', 'place', 'person', 'remark'],
    filters: ['sampleNo', 'sampleKind', 'state'],
    abilities: [],
    cards: true,
    fixedQuery: { project: projectId },
    sort: 'id,asc',
    actions: [
      {
        ...relateAction(blankRelation, (rows) => payloadOf(projectId, rows)),
        enabled: (rows) => rows.some(isBlank) && !rows.every(isBlank),
      },
    ],
  },
  relations: {
    entity: blankRelation,
    title: blankTexts.byHand,
    columns: ['hazardName', 'sampleId', 'blkId', 'reason', 'createTime'],
    abilities: [],
    cards: true,
    fixedQuery: { projectId: projectId },
    actions: [cancelRelation(blankRelation)],
  },
});

/** Lists samples and blanks of a project and their relations, for a back end without batches. */
export function BlankRelationLists({ project }: { readonly project: number }) {
  const { samples, relations } = useMemo(() => pagesOf(project), [project]);
  return (
    <div className={styles.lists}>
      <ListEditor page={samples} embedded />
      <ListEditor page={relations} embedded />
    </div>
  );
}
