import { defineEntity } from '@contract/entity';
import { dict, integer, longText, refs, text } from '@contract/field';

/** 角色: it determines what its members may do (menus and buttons) and whose rows they see. */
export const role = defineEntity({
  name: 'role',
  path: 'api/role',
  label: '角色',
  titleField: 'name',
  scope: 'shared',
  fields: {
    name: text('角色名称', { required: true, unique: true, max: 50 }),
    level: integer('角色级别', {
      required: true,
      min: 1,
      max: 999,
      hint: '数值越小级别越高，只能管理级别低于自己的角色',
    }),
    dataScope: dict('数据范围', { required: true, dict: 'dataScope' }),
    menus: refs('菜单权限', { to: 'menu', readonly: true }),
    remark: longText('描述', { max: 500 }),
  },
});
