import { Descriptions } from 'antd';
import { cellText, DictCell } from '@/fields';
import { useLabels } from '@/session/dictionaryStore';
import { type AnyRow, fieldOf, labelOf } from '@contract/entity';
import { project } from '@contract/features/projects/entities/project';

const factFields = [
  'code',
  'projectName',
  'belongInspect',
  'customer',
  'type',
  'stage',
  'stageSince',
  'takenOverAt',
  'contractNo',
  'contractOn',
  'plannedOn',
  'dueOn',
  'leader',
  'team',
  'jcbgFlag',
  'projectIdGl',
  'workScope',
  'remark',
] as const;

/** Shows the fields of a project in the order of its form, with labels instead of stored values. */
export function ProjectFacts({ row }: { readonly row: AnyRow }) {
  const labels = useLabels(project);
  return (
    <Descriptions
      column={1}
      size="small"
      bordered
      styles={{ label: { width: 136 } }}
      items={factFields.map((name) => {
        const field = fieldOf(project, name);
        const value = row[name];
        return {
          key: name,
          label: labelOf(project, name),
          children:
            field?.kind === 'dict' ? (
              <DictCell dict={field.dict} value={value} />
            ) : field ? (
              cellText(field, value, row, name, labels)
            ) : (
              ''
            ),
        };
      })}
    />
  );
}
