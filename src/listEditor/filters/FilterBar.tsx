import DownOutlined from '@ant-design/icons/DownOutlined';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { filters } from '@/fields';
import { phone, useMedia } from '@/lib/useMedia';
import { type Entity, fieldOf, labelOf } from '@contract/entity';
import { date, type Field } from '@contract/field';
import type { Filters, FilterValue } from '../listAddress';
import type { ListEditorModel } from '../useListEditor';
import { type ActiveFilter, ActiveFilters } from './ActiveFilters';
import { SavedFilters } from './SavedFilters';
import styles from '../listEditor.module.css';

/** Number of inputs in the first row, the keyword included. The other inputs open with 更多 (docs/spec/design.md). */
const firstRowCount = 4;

const momentFields: readonly string[] = ['createTime', 'updateTime'];

/** Returns a date field for the row's create or update time, with the entity's own label. */
const momentOf = (entity: Entity, name: string): Field | undefined =>
  momentFields.includes(name) ? date(labelOf(entity, name)) : undefined;

/** Returns the field that decides the label and the input of a filter. */
const filterFieldOf = (entity: Entity, name: string): Field | undefined =>
  fieldOf(entity, name) ?? momentOf(entity, name);

/** Returns the values that are typed but not applied yet, and the function that applies them. */
function useTypedFilters(editor: ListEditorModel) {
  const { list } = editor;
  const [typed, setTyped] = useState<Filters>(list.filters);
  // Filters in the address replace the typed filters, because a link, Back or a saved filter may have changed them.
  useEffect(() => setTyped(list.filters), [list.filters]);
  const change = (name: string, value: FilterValue | undefined) =>
    setTyped((before) => ({ ...before, [name]: value ?? '' }));
  const search = (name?: string, value?: FilterValue) =>
    void editor.search(name ? { ...typed, [name]: value ?? '' } : typed);
  return { typed, change, search };
}

type TypedFilters = ReturnType<typeof useTypedFilters>;

/** Box that searches names, numbers and pinyin. */
const Keyword = ({ typed, change, search }: TypedFilters) => (
  <div className={styles.filter}>
    <Input
      allowClear
      placeholder="名称、编号或拼音"
      aria-label="关键字"
      enterKeyHint="search"
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
);

/** Inputs of the named filters. */
function FilterInputs({
  entity,
  names,
  typed,
  change,
  search,
}: TypedFilters & { entity: Entity; names: readonly string[] }) {
  return names.map((name) => {
    const field = filterFieldOf(entity, name);
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
  });
}

/** Filter bar of a phone: the keyword, a button that opens the other filters, and the filters in use as chips. */
function FoldedFilters({
  editor,
  typedFilters,
  onUnfold,
}: {
  editor: ListEditorModel;
  typedFilters: TypedFilters;
  onUnfold: () => void;
}) {
  const { page, list } = editor;
  const active = (page.filters ?? []).flatMap((name): ActiveFilter[] => {
    const [field, value] = [filterFieldOf(page.entity, name), list.filters[name]];
    return field && value?.length ? [{ name, field, value }] : [];
  });
  return (
    <>
      <div className={styles.folded}>
        <Keyword {...typedFilters} />
        {page.filters?.length ? (
          <Button aria-expanded={false} icon={<FilterOutlined />} onClick={onUnfold}>
            {active.length ? `筛选（${active.length}）` : '筛选'}
          </Button>
        ) : (
          <Button type="primary" htmlType="submit">
            查询
          </Button>
        )}
      </div>
      {active.length > 0 && (
        <div className={styles.chips}>
          <ActiveFilters entity={page.entity} active={active} onRemove={(name) => typedFilters.search(name, '')} />
        </div>
      )}
    </>
  );
}

/** Renders the filters of a list page. Typed values apply on 查询 or Enter. On a phone they are folded into a line. */
export function FilterBar({ editor }: { editor: ListEditorModel }) {
  const { page, list } = editor;
  const typed = useTypedFilters(editor);
  const names = page.filters ?? [];
  const isNarrow = useMedia(phone);
  const [unfolded, setUnfolded] = useState(false);
  const [showsAllFilters, setShowsAllFilters] = useState(() =>
    names.slice(firstRowCount - 1).some((name) => name in list.filters),
  );
  const open = showsAllFilters || isNarrow;
  const folded = isNarrow && !unfolded;
  return (
    <form
      className={styles.filters}
      role="search"
      aria-label={`${page.title ?? page.entity.label}查询`}
      onSubmit={(event) => {
        event.preventDefault();
        typed.search();
        setUnfolded(false);
      }}
    >
      {folded ? (
        <FoldedFilters editor={editor} typedFilters={typed} onUnfold={() => setUnfolded(true)} />
      ) : (
        <>
          <Keyword {...typed} />
          <FilterInputs entity={page.entity} names={open ? names : names.slice(0, firstRowCount - 1)} {...typed} />
          <div className={styles.filterButtons}>
            <Button type="primary" htmlType="submit">
              查询
            </Button>
            <Button onClick={() => void editor.search({})}>重置</Button>
            {(isNarrow || names.length > firstRowCount - 1) && (
              <Button
                type="link"
                aria-expanded={open}
                icon={open ? <UpOutlined /> : <DownOutlined />}
                iconPlacement="end"
                onClick={() => (isNarrow ? setUnfolded(false) : setShowsAllFilters(!showsAllFilters))}
              >
                {open ? '收起' : '更多'}
              </Button>
            )}
            <SavedFilters editor={editor} />
          </div>
        </>
      )}
    </form>
  );
}
