# frozen_string_literal: true
# Lets resource types judge values as they do on Windows: `--patch` loads it. Nothing may be applied with it.
# Providers are loaded as they are here, since those of Windows need its libraries.
%i[exec file group package service user].each { |name| Puppet::Type.type(name) }

module Oracle
  # What the types of Puppet ask before they take the `manual` of a service.
  module AsWindows
    def windows?
      true
    end
  end

  # The folders of this Puppet are those of this machine all the same.
  module WindowsPaths
    def absolute_path?(path, platform = nil)
      platform ? super : super(path, :windows) || super(path, :posix)
    end
  end
end
Puppet::Util.singleton_class.prepend(Oracle::WindowsPaths)
Puppet::Util::Platform.singleton_class.prepend(Oracle::AsWindows)
