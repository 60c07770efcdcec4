import { defineAction } from '@/listEditor';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { permissionOf } from '@contract/permissions';
import { useAuthorisation } from './authorisationStore';

/** 检测授权: who may test by which method, and until when. */
export const showAuthorisations = defineAction({
  key: 'authorisations',
  label: '检测授权',
  at: 'toolbar',
  permission: [permissionOf(methodAuthorisation, 'list')],
  run: () => useAuthorisation.setState({ open: true }),
});
