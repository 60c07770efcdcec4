import { defineAction } from '@/listEditor';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { permissionOf } from '@contract/permissions';
import { useAuthorisation } from './authorisationStore';

/** Action 检测授权: opens the authorisations. */
export const showAuthorisations = defineAction({
  key: 'authorisations',
  label: '检测授权',
  place: 'toolbar',
  permission: [permissionOf(methodAuthorisation, 'list')],
  run: () => useAuthorisation.setState({ open: true }),
});
