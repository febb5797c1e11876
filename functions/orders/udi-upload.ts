import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { invalid } from '#core/orders/rules.ts';
import { isUdiUploadOf, MAX_UDI_FILE_BYTES, readUdiFile, udiUploadKey } from '#core/orders/udi-file.ts';
import type { Scope } from '#core/scope.ts';
import { csvCells } from '#core/table-file/csv-cells.ts';
import { env } from '#platform/aws/env.ts';
import { fileContent, signedForm } from '#platform/aws/files.ts';

const MISSING = 'The file has not arrived. Upload it again';

/** A form for the browser's upload of at most the announced bytes, and the key of the file. S3 refuses a larger file before it stores it. */
export async function udiUploadForm(scope: Scope, bytes: number) {
  const udiFile = udiUploadKey(scope, randomUUID());
  return { ...(await signedForm(env('UPLOADS_BUCKET'), udiFile, bytes)), udiFile };
}

/** The identifiers in a file that the scope's user uploaded. INVALID if it has not arrived, is of somebody else, or breaks a rule. */
export async function uploadedUdis(scope: Scope, udiFile: string, quantity: number): Promise<string[]> {
  const content = isUdiUploadOf(scope, udiFile)
    ? await fileContent(env('UPLOADS_BUCKET'), udiFile, MAX_UDI_FILE_BYTES)
    : undefined;
  if (!content) throw invalid('fileUDIArray', MISSING);
  const csv = csvCells(new TextDecoder().decode(content), (text) => Papa.parse<string[]>(text));
  const read = 'problem' in csv ? csv : readUdiFile(csv.cells, quantity);
  if ('problem' in read) throw invalid('fileUDIArray', read.problem);
  return read.udis;
}
