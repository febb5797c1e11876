import Papa from 'papaparse';
import { massUsersIn } from '#core/users/mass-list.ts';
import { readText } from '#web/components/upload/read-text.ts';

export const USER_LIST_FILES = { accept: ['.csv', '.txt'], maximumBytes: 1024 * 1024 };

/** The text of a file with a list of users, or why the file is refused. */
export const readUserList = (file: File): ReturnType<typeof readText> => readText(file, USER_LIST_FILES);

/** The users that a list names, and the lines to correct. */
export const usersOf = (text: string): ReturnType<typeof massUsersIn> =>
  massUsersIn(Papa.parse<string[]>(text.trim()).data);
