import { Form, Input, InputNumber, Switch, TreeSelect } from 'antd';
import { menuType } from '@contract/constants';
import { menu } from '@contract/features/system/entities/menu';
import { IconPicker } from '@/fields/icons/IconPicker';
import { formRules } from '@/fields/rules';
import { useParentTree } from './useParentTree';

const { fields } = menu;
const { directory, menu: page, button } = menuType;

/** The fields of a menu item depend on its type and on whether it is a link outside (BEHAVIOUR §5). */
export function MenuFields() {
  const form = Form.useFormInstance();
  const type = Form.useWatch<number>('type') ?? directory;
  const external = Form.useWatch<boolean>('iFrame') ?? false;
  const own = form.getFieldValue('id') as number | undefined;
  const tree = useParentTree(Form.useWatch<number | null>('pid') ?? null, own ?? null);
  const item = (name: keyof typeof fields, input: React.ReactNode, label: string = fields[name].label, valuePropName = 'value') => (
    <Form.Item name={name} label={label} required={Boolean((fields[name] as { required?: boolean }).required)} rules={formRules(fields[name])} valuePropName={valuePropName}>
      {input}
    </Form.Item>
  );
  return (
    <>
      {item('pid', <TreeSelect allowClear showSearch={{ treeNodeFilterProp: 'title' }} treeData={tree.nodes} loadData={tree.load} placeholder="顶级类目" fieldNames={{ value: 'id', label: 'title' }} />)}
      {item('title', <Input maxLength={50} />, type === button ? '按钮名称' : '菜单标题')}
      {type !== button && item('icon', <IconPicker />)}
      {type !== button && item('iFrame', <Switch />, '外链菜单', 'checked')}
      {type !== button && item('path', <Input placeholder={external ? 'https://' : '例如 inspectUnit'} className="mono" />)}
      {type === page && !external && item('component', <Input placeholder="例如 inspectUnit" className="mono" />)}
      {type === page && !external && item('componentName', <Input className="mono" />)}
      {type !== directory && !external && item('permission', <Input placeholder="例如 inspectUnit:list" className="mono" />)}
      {type === page && !external && item('cache', <Switch />, '菜单缓存', 'checked')}
      {type !== button && item('hidden', <Switch />, '隐藏', 'checked')}
      {item('menuSort', <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />)}
    </>
  );
}
