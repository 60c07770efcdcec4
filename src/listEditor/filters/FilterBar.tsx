import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { filters } from '@/fields';
import { type Entity, fieldOf, labelOf } from '@contract/entity';
import { date, type Field } from '@contract/field';
import type { Filters, FilterValue } from '../query';
import type { ListEditorModel } from '../useListEditor';
import { SavedFilters } from './SavedFilters';
import styles from '../listEditor.module.css';

/** Number of inputs in the first row, the keyword included. The others follow behind 更多 (LOOK). */
const alwaysShown = 4;

const moments: readonly string[] = ['createTime', 'updateTime'];

/** Returns a date field for the row's create or update time, labelled as the entity names it. */
const momentOf = (entity: Entity, name: string): Field | undefined =>
  moments.includes(name) ? date(labelOf(entity, name)) : undefined;

/** Renders the filters of a list page. Typed values apply on 查询 or Enter. */
export function FilterBar({ editor }: { editor: ListEditorModel }) {
  const { page, list } = editor;
  const [typed, setTyped] = useState<Filters>(list.filters);
  const names = page.filters ?? [];
  const [open, setOpen] = useState(() => names.slice(alwaysShown - 1).some((name) => name in list.filters));
  // Filters in the address replace what was typed: a link, Back or a saved filter may have changed them.
  useEffect(() => setTyped(list.filters), [list.filters]);

  const change = (name: string, value: FilterValue | undefined) =>
    setTyped((before) => ({ ...before, [name]: value ?? '' }));
  const search = (name?: string, value?: FilterValue) =>
    void editor.search(name ? { ...typed, [name]: value ?? '' } : typed);
  const shown = open ? names : names.slice(0, alwaysShown - 1);

  return (
    <form
      className={styles.filters}
      role="search"
      aria-label={`${page.title ?? page.entity.label}查询`}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <div className={styles.filter}>
        <Input
          allowClear
          placeholder="名称、编号或拼音"
          aria-label="关键字"
          value={(typed.keyword as string | undefined) ?? ''}
          onChange={(event) => {
            change('keyword', event.target.value);
            if (event.type === 'click') search('keyword', '');
          }}
          onPressEnter={(event) => {
            event.preventDefault();
            search('keyword', event.currentTarget.value);
          }}
        />
      </div>
      {shown.map((name) => {
        const field = fieldOf(page.entity, name) ?? momentOf(page.entity, name);
        const Filter = field && filters[field.kind];
        if (!field || !Filter) return null;
        return (
          <div className={styles.filter} key={name}>
            <Filter
              field={field}
              value={typed[name]}
              onChange={(value) => change(name, value)}
              onSearch={(value) => search(name, value)}
            />
          </div>
        );
      })}
      <div className={styles.filterButtons}>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={() => void editor.search({})}>重置</Button>
        {names.length > alwaysShown - 1 && (
          <Button
            type="link"
            aria-expanded={open}
            icon={open ? <UpOutlined /> : <DownOutlined />}
            iconPlacement="end"
            onClick={() => setOpen(!open)}
          >
            {open ? '收起' : '更多'}
          </Button>
        )}
        <SavedFilters editor={editor} />
      </div>
    </form>
  );
}
