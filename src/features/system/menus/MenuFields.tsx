import { Form, Input, InputNumber, Select, Switch, TreeSelect } from 'antd';
import { useEffect } from 'react';
import { formRules } from '@/fields/formRules';
import { IconPicker } from '@/fields/icons/IconPicker';
import { clearable } from '@/lib/clearableInput';
import { menuType } from '@contract/constants';
import { menu } from '@contract/features/system/entities/menu';
import { menuComponents, pathProblem, type PlacedMenu } from '@contract/features/system/menuRules';
import { useAllMenus } from './useAllMenus';
import { useParentTree } from './useParentTree';

const { fields } = menu;
const { directory, menu: page, button } = menuType;
type MenuFieldName = keyof typeof fields;

/** Select of a page by title and path. A stored unknown component is listed, but can't be chosen again. */
function ComponentInput({
  value,
  onChange,
  id,
}: {
  value?: string | null;
  onChange?: (value: string | null) => void;
  id?: string;
}) {
  const options = menuComponents.map(({ component, title, path }) => ({
    value: component,
    label: `${title}　${path}`,
    search: `${title} ${path} ${component}`.toLowerCase(),
  }));
  const unknownOptions =
    value && !options.some((option) => option.value === value)
      ? [{ value, label: `${value}（不在列表中）`, search: value }]
      : [];
  return (
    <Select
      id={id}
      allowClear={clearable}
      value={value || null}
      showSearch={{ filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false }}
      options={[...unknownOptions, ...options]}
      placeholder="按名称或地址查找"
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** One field of the menu, with the rules of the entity. */
function MenuFormItem({
  name,
  label,
  valuePropName = 'value',
  extra,
  rules,
  children,
}: {
  name: MenuFieldName;
  label?: string;
  valuePropName?: string;
  extra?: string;
  rules?: ReturnType<typeof formRules>;
  children: React.ReactNode;
}) {
  const field = fields[name];
  return (
    <Form.Item
      name={name}
      label={label ?? field.label}
      required={Boolean((field as { required?: boolean }).required)}
      rules={[...formRules(field), ...(rules ?? [])]}
      valuePropName={valuePropName}
      extra={extra}
      validateTrigger={['onBlur', 'onChange']}
      validateFirst
    >
      {children}
    </Form.Item>
  );
}

/** Returns the rule that checks the path against all other menus while typing. */
function usePathRule(): ReturnType<typeof formRules> {
  const form = Form.useFormInstance();
  const otherMenus = useAllMenus();
  const pid = Form.useWatch<number | null>('pid') ?? null;
  // A path typed before the other menus have loaded is checked again.
  useEffect(() => {
    if (otherMenus && form.isFieldTouched('path')) void form.validateFields(['path']).catch(() => undefined);
  }, [otherMenus, form]);
  return [
    {
      validator: async (_rule, path: unknown) => {
        const formValues = form.getFieldsValue(true) as PlacedMenu;
        const placedMenu = { ...formValues, pid, path: typeof path === 'string' ? path : null };
        const problem = pathProblem(placedMenu, otherMenus ?? []);
        if (problem) throw new Error(problem);
      },
    },
  ];
}

/** Items that follow the address: component, permission, and how tabs and sidebar show the page. */
function MenuPageItems({ type, external }: { readonly type: number; readonly external: boolean }) {
  const isPage = type === page && !external;
  const isFolder = type === directory && !external;
  return (
    <>
      {isPage && (
        <MenuFormItem name="component">
          <ComponentInput />
        </MenuFormItem>
      )}
      {isPage && (
        <MenuFormItem name="componentName">
          <Input className="mono" />
        </MenuFormItem>
      )}
      {type !== directory && !external && (
        <MenuFormItem name="permission">
          <Input placeholder="例如：inspectUnit:list" className="mono" />
        </MenuFormItem>
      )}
      {isFolder && (
        <MenuFormItem name="redirect" extra="打开本级地址时转到的下级地址">
          <Input placeholder="例如：user" className="mono" />
        </MenuFormItem>
      )}
      {isFolder && (
        <MenuFormItem name="alwaysShow" label="总是显示" valuePropName="checked" extra="只有一个下级时也显示本级">
          <Switch />
        </MenuFormItem>
      )}
      {isPage && (
        <MenuFormItem name="activeMenu" extra="打开本页时侧栏高亮的地址">
          <Input placeholder="例如：/inspectUnit" className="mono" />
        </MenuFormItem>
      )}
      {isPage && (
        <MenuFormItem name="affix" label="固定标签" valuePropName="checked" extra="标签栏中不能关闭">
          <Switch />
        </MenuFormItem>
      )}
      {type !== button && !external && (
        <MenuFormItem name="breadcrumb" label="面包屑" valuePropName="checked">
          <Switch />
        </MenuFormItem>
      )}
      {isPage && (
        <MenuFormItem name="cache" label="菜单缓存" valuePropName="checked">
          <Switch />
        </MenuFormItem>
      )}
      {type !== button && (
        <MenuFormItem name="hidden" label="隐藏" valuePropName="checked">
          <Switch />
        </MenuFormItem>
      )}
    </>
  );
}

/**
 * Fields of a menu item, depending on its type and on whether it is an external link (BEHAVIOUR §5; SPEC §3, menu
 * item).
 */
export function MenuFields() {
  const form = Form.useFormInstance();
  const type = Form.useWatch<number>('type') ?? directory;
  const external = Form.useWatch<boolean>('iFrame') ?? false;
  const ownId = form.getFieldValue('id') as number | undefined;
  const tree = useParentTree(Form.useWatch<number | null>('pid') ?? null, ownId ?? null);
  const pathRule = usePathRule();
  return (
    <>
      <MenuFormItem name="pid">
        <TreeSelect
          allowClear={clearable}
          showSearch={{ treeNodeFilterProp: 'title' }}
          treeData={tree.nodes}
          loadData={tree.load}
          placeholder="顶级类目"
          fieldNames={{ value: 'id', label: 'title' }}
        />
      </MenuFormItem>
      <MenuFormItem name="title" label={type === button ? '按钮名称' : '菜单标题'}>
        <Input maxLength={50} />
      </MenuFormItem>
      {type !== button && (
        <MenuFormItem name="icon">
          <IconPicker />
        </MenuFormItem>
      )}
      {type !== button && (
        <MenuFormItem name="iFrame" label="外链菜单" valuePropName="checked">
          <Switch />
        </MenuFormItem>
      )}
      {type !== button && (
        <MenuFormItem name="path" rules={pathRule}>
          <Input placeholder={external ? 'https://' : '例如：inspectUnit'} className="mono" />
        </MenuFormItem>
      )}
      <MenuPageItems type={type} external={external} />
      <MenuFormItem name="menuSort">
        <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
      </MenuFormItem>
    </>
  );
}
