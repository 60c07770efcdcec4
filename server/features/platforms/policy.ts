import { mappingFaults } from '@contract/features/platforms/platformMapping';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { seal } from '@server/base/sealed';
import type { Policy } from '@server/crud/policy';
import { invalid } from '@server/http/errors';
import { baseAddress, namesInside } from './platformAddress';

/**
 * Save rules of connectors: whoever administers connectors sets the address; an internal one only a platform
 * administrator.
 */
export const connectorPolicy: Policy = {
  ignoresDataScope: true,
  without: ['copy', 'status', 'restore', 'import'],
  async beforeSave(draft, { call, before, services }) {
    const { user } = call.viewer;
    const text = String(draft.baseUrl);
    const url = baseAddress(text);
    if (!url) throw invalid([{ field: 'baseUrl', message: platformTexts.badAddress }]);
    const moved = before === null || before.baseUrl !== draft.baseUrl;
    if (moved && !user.isAdmin && namesInside(url))
      throw invalid([{ field: 'baseUrl', message: platformTexts.localAddress }]);
    const faults = mappingFaults((draft.mapping as Readonly<Record<string, string>> | null) ?? {});
    if (faults.length > 0) throw invalid([{ field: 'mapping', message: faults.join('；') }]);
    const key = typeof draft.apiKey === 'string' && draft.apiKey !== '' ? draft.apiKey : null;
    // A key belongs to the platform that issued it: after a change of the address it must be entered again, so that it
    // is not sent elsewhere.
    const origin = before ? baseAddress(String(before.baseUrl))?.origin : undefined;
    if (before?.hasKey === true && key === null && origin !== url.origin)
      throw invalid([{ field: 'apiKey', message: platformTexts.keyAgain }]);
    return {
      ...(key === null ? {} : { apiKeyStored: seal(services.env, key), hasKey: true }),
      ...(moved ? { localAllowed: user.isAdmin } : {}),
    };
  },
};

/** Save rules of pushes: queued and moved only by their own calls. */
export const pushPolicy: Policy = {
  ignoresDataScope: true,
  without: ['list', 'get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};
