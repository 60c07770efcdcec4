import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { defineAction, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow, Entity } from '@contract/entity';
import { editionText } from '@contract/features/library/templateTexts';
import { permissionOf } from '@contract/permissions';
import { copyTemplate } from './copyTemplate';
import { detailsPath } from './templateKind';

function EditionCell({ row }: { row: AnyRow }) {
  return <span>{editionText(row.edition)}</span>;
}

/** Returns the additional fields of a kind of template. */
const extraFields = (entity: Entity): string[] => ('kind' in entity.fields ? ['kind'] : []);
const ownFile = (entity: Entity): string[] => ('document' in entity.fields ? ['document'] : []);

const listOf = (entity: Entity): ListPage => ({
  entity,
  columns: [
    'name',
    'edition',
    'state',
    ...extraFields(entity),
    'industry',
    'publishedOn',
    ...ownFile(entity),
    'organizationId',
    'remark',
    'updateTime',
  ],
  filters: ['state', ...extraFields(entity), 'industry', 'name'],
  form: ['name', ...extraFields(entity), 'industry', ...ownFile(entity), 'remark'],
  abilities: ['add', 'edit', 'del'],
  cells: { edition: EditionCell },
  actions: [
    defineAction({
      key: 'copy',
      label: '复制',
      place: 'row',
      permission: [permissionOf(entity, 'copy')],
      async run({ rows: [row], editor, open }) {
        const id = row && (await copyTemplate(entity, row));
        if (!id) return;
        await editor.refresh();
        open(detailsPath(entity), { id: String(id) });
      },
    }),
  ],
});

/** Lists the versions of one kind of template. A click on a name opens the version. */
export function TemplateList({ entity }: { entity: Entity }) {
  const navigate = useNavigate();
  const page = useMemo(() => listOf(entity), [entity]);
  return <ListEditor page={page} onOpen={(row) => void navigate(`${detailsPath(entity)}?id=${row.id}`)} />;
}
