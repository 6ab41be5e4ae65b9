/** Port of the files context for lists and documents. */
import { call } from '#kernel/client/calls/api.ts';
import { provideFiles } from '#kernel/client/calls/files/file-port.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';

/** Loaded lazily: few readers of a list export or upload. */
const contract = async () => (await import('#contexts/files/contract/files.ts')).files;

export const offerFiles = (): void =>
  provideFiles({
    mayExport: (type) => exportTypes.find(({ id }) => id === type)?.can,
    async startExport(type, filters) {
      await call((await contract()).parse, { type: 'EXPORT', export_type: type, filters: { ...filters } });
    },
    readLink: async (key) => call((await contract()).readLink, { key }),
    uploadLink: async (name, type) => call((await contract()).uploadLink, { key: name, type }),
  });
