stage { 'repositories': }
