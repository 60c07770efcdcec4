import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import type { Call } from '@server/http/route';
import { type Route, route } from '@server/http/route';
import { pdfRoute } from '@server/print/pdfRoute';
import type { Services } from '@server/services';
import { type MoveRule, moveRoutes } from '@server/workflow/moveRoutes';
import { formPaper } from './formPaper';
import { movedForm, type SheetRules } from './moves';

/** Returns the routes of 规范表单: signatures, and the printed form. */
export const formRoutes =
  (rules: SheetRules, moves: Readonly<Record<string, MoveRule>>) =>
  (services: Services, registry: Registry): Route[] => {
    const paperOf = (call: Call<unknown>) => formPaper(services, registry, call, rules);
    return [
      ...moveRoutes(services, registry, movedForm(registry), moves),
      route({
        method: 'GET',
        path: `${serviceForm.path}/paper/:id`,
        permission: [permissionOf(serviceForm, 'list')],
        tag: serviceForm.label,
        summary: '规范表单（打印内容）',
        handle: async (call) => (await paperOf(call)).document,
      }),
      pdfRoute(services, serviceForm, '规范表单', paperOf),
    ];
  };
