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

/** Returns the names that a kind of template has. */
const present = (entity: Entity, names: readonly string[]): string[] => names.filter((name) => name in entity.fields);

const listOf = (entity: Entity): ListPage => ({
  entity,
  columns: present(entity, [
    'name',
    'edition',
    'state',
    'kind',
    'methodKind',
    'controlNo',
    'industry',
    'publishedOn',
    'approvedBy',
    'validFrom',
    'document',
    'remark',
  ]).concat('organizationId', 'updateTime'),
  filters: present(entity, ['state', 'kind', 'methodKind', 'industry', 'name']),
  form: present(entity, ['name', 'kind', 'methodKind', 'industry', 'document', 'controlNo', 'validFrom', 'remark']),
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
