import { useEffect, useState } from 'react';
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { type FileMapping, readHeader } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import { guessMapping } from '#contexts/files/contract/reader/columns/file-proposals.ts';
import { files } from '#contexts/files/contract/files.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import type { FileTab } from '../file-tab.ts';
import { type FileHead, readHead } from './head.ts';

export interface MappingState {
  head?: FileHead;
  /** Why the file cannot be read at all. */
  trouble?: string;
  /** Required columns that no column of the file is matched to, or one matched twice: nothing can be read yet. */
  unmatched?: string;
  /** Undefined while the headers are ours and the user has changed nothing. */
  mapping?: FileMapping;
  /** Remembered from an earlier file of this client. */
  isRemembered: boolean;
  change: (mapping: FileMapping | undefined) => void;
}

/** Header of a selected file, and its column mapping. Standard headers need no mapping. */
export function useMapping(type: FileTab, file: File | null, clientId: string): MappingState {
  const columns = fileColumns[type];
  const [read, setRead] = useState<{ file: File; head?: FileHead; trouble?: string }>();
  const [chosen, setChosen] = useState<{ file: File; mapping: FileMapping | undefined }>();
  const { data: kept } = useRead(
    files.mapping,
    { type, clientId: Number(clientId) },
    { enabled: file !== null && clientId !== '' },
  );
  useEffect(() => {
    if (!file) return;
    void readHead(columns, file).then((found) =>
      setRead('trouble' in found ? { file, trouble: found.trouble } : { file, head: found }),
    );
  }, [columns, file]);
  const { head, trouble } = read?.file === file ? read : {};
  const isOurs = head === undefined || fits(readHeader(columns, head.header));
  const remembered = !isOurs && kept && fits(readHeader(columns, head.header, kept)) ? kept : undefined;
  const guessed = isOurs
    ? undefined
    : (remembered ??
      guessMapping(
        columns,
        head.header,
        head.rows.map(({ cells }) => cells),
      ));
  const isChosen = chosen !== undefined && chosen.file === file;
  const mapping = isChosen ? chosen.mapping : guessed;
  return {
    head,
    trouble,
    mapping,
    unmatched: head && unmatchedIn(readHeader(columns, head.header, mapping)),
    isRemembered: !isChosen && remembered !== undefined,
    change: (mapping) => file && setChosen({ file, mapping }),
  };
}
const fits = ({ missing, twice }: { missing: string[]; twice: string[] }): boolean =>
  missing.length === 0 && twice.length === 0;
function unmatchedIn({ missing, twice }: { missing: string[]; twice: string[] }): string | undefined {
  if (missing.length > 0) return say.missing(missing.join(', '));
  return twice.length > 0 ? say.twice(twice.join(', ')) : undefined;
}
